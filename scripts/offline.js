// Fetched when a page with a program has stood for a while: hands it to the service worker, says
// when it works offline and when there is a new version, and offers the page as one file. Before
// this text finish.sh puts `WORDS` (by language and name) and `STYLE`.

const root = document.documentElement;

// An element whose text follows the language of the page.
const said = [];
function element(tag, word, attributes) {
  const made = Object.assign(document.createElement(tag), attributes);
  made.dataset.testid = word;
  const say = () => {
    made.textContent = WORDS[root.lang === "ja" ? "ja" : "en"][word];
  };
  said.push(say);
  say();
  return made;
}
new MutationObserver(() => said.forEach(say => say())).observe(root, { attributeFilter: ["lang"] });

const style = document.createElement("style");
style.textContent = STYLE;
document.head.append(style);

const foot = document.createElement("p");
foot.className = "offline";
const file = element("a", "one-file", { href: "./fencelab.html", download: "fencelab.html" });
foot.append(file);
document.querySelector(".foot")?.append(foot);

const status = document.createElement("span");
foot.prepend(status);
// The file is not among those that are kept.
const reach = () => {
  file.hidden = !navigator.onLine;
};
for (const change of ["online", "offline"]) addEventListener(change, reach);
reach();
// There before it says something, else it is not heard.
const news = document.createElement("div");
news.className = "news";
news.setAttribute("role", "status");
document.body.append(news);

function offer(registration) {
  if (!registration.waiting || !registration.active || news.firstChild) return;
  const load = element("button", "load-it", { type: "button", className: "plain" });
  const later = element("button", "later", { type: "button", className: "plain" });
  load.onclick = () => {
    const next = registration.waiting;
    // Another page may have loaded it meanwhile.
    if (!next) return location.reload();
    next.onstatechange = () => next.state === "activated" && location.reload();
    next.postMessage("take over");
  };
  later.onclick = () => news.replaceChildren();
  news.append(element("p", "new-version"), load, later);
}

async function keep(workers) {
  const registration = await workers.register(new URL("./sw.js", import.meta.url));
  offer(registration);
  registration.onupdatefound = () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => offer(registration));
  };
  // Without a network there is nothing new.
  const look = () => document.hidden || registration.update().catch(() => {});
  document.addEventListener("visibilitychange", look);
  look();
  const { active } = await workers.ready;
  workers.onmessage = event => {
    if (event.data === "all kept") status.replaceChildren(element("span", "works-offline"));
  };
  const ask = () => active.postMessage("keep all");
  // What could not be fetched is asked for again.
  addEventListener("online", ask);
  ask();
}

// Reading it throws where there is no storage; where a page has no worker, nothing is lost.
try {
  if (navigator.serviceWorker) keep(navigator.serviceWorker).catch(() => {});
} catch {}
