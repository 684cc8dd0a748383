// The service worker: keeps the files of one version and answers with them, so that all pages
// work without a network and are quick on a bad one. Before this text finish.sh puts
// `FILES` (each file's name with the begin of its SHA-256) and `FIRST` (the names of those that
// belong to the programs).
//
// All versions share one cache, in which a file stands under its name and its content: what did
// not change is not fetched again, and two versions can live side by side until the page asks
// the new one to take over.

const HOME = registration.scope;
const open = () => caches.open(`fencelab ${HOME}`);
const key = name => `${HOME}${name}?${FILES[name]}`;

// The file that an address asks for, if this version has it.
function nameOf(address) {
  const { origin, pathname } = new URL(address);
  if (!(origin + pathname).startsWith(HOME)) return undefined;
  const name = (origin + pathname).slice(HOME.length);
  return [name, `${name}index.html`, `${name}.html`].find(name => Object.hasOwn(FILES, name));
}

async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const digits = Array.from(hash, byte => byte.toString(16).padStart(2, "0"));
  return digits.join("").slice(0, 16);
}

// Keeps a file and returns it. Only whole files of this very version are kept: if the browser's
// own cache has another one, the host is asked; if the host has, that is an error.
async function keep(name) {
  for (const cache of ["default", "reload"]) {
    const answer = await fetch(HOME + name, { cache });
    const bytes = await answer.arrayBuffer();
    if (answer.ok && (await digest(bytes)) === FILES[name]) {
      // As it is now: unpacked, at no other address, the same for everybody.
      const headers = new Headers(answer.headers);
      for (const gone of ["content-encoding", "content-length", "vary"]) headers.delete(gone);
      await (await open()).put(key(name), new Response(bytes, { headers }));
      return new Response(bytes, { headers });
    }
  }
  throw new Error(`${name} is not of this version`);
}

const kept = async name => (await open()).match(key(name));

async function keepAll(names) {
  // One after the other: the page comes first.
  for (const name of names) if (!(await kept(name))) await keep(name);
}

async function forgetOthers() {
  const cache = await open();
  const mine = new Set(Object.keys(FILES).map(name => new URL(key(name)).href));
  for (const request of await cache.keys()) if (!mine.has(request.url)) await cache.delete(request);
}

addEventListener("install", event => event.waitUntil(keepAll(FIRST)));
addEventListener("activate", event => event.waitUntil(forgetOthers()));

addEventListener("fetch", event => {
  const { request } = event;
  const name = nameOf(request.url);
  if (!name || request.method !== "GET" || request.headers.has("range")) return;
  const answer = async () => (await kept(name)) ?? (await keep(name).catch(() => fetch(request)));
  event.respondWith(answer());
});

addEventListener("message", event => {
  if (event.data === "take over") skipWaiting();
  if (event.data === "keep all") {
    const told = () => event.source.postMessage("all kept");
    event.waitUntil(keepAll(Object.keys(FILES)).then(told, () => {}));
  }
});
