// The second script of each page with a program, put into it by finish.sh: fetches the program
// and starts it.
import init, * as bindings from "./PROGRAM.js";

// The answer is told anew to be wasm, whatever the host says that it is, with each part of it
// told to the first script.
const begin = cache =>
  fetch("./PROGRAM_bg.wasm", { cache }).then(answer => {
    const parts = new TransformStream({
      transform(part, on) {
        moved();
        on.enqueue(part);
      },
    });
    const headers = { "content-type": "application/wasm" };
    return init({ module_or_path: new Response(answer.body.pipeThrough(parts), { headers }) });
  });

// What is broken may be what the browser has kept: once more, past that.
begin()
  .catch(() => begin("reload"))
  .then(() => {
    self.wasmBindings = bindings;
    // The page is ready; what is for later comes later, and only to a page of its own.
    if (self == top) setTimeout(() => import("./OFFLINE.js"), 2000);
  });
