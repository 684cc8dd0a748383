// The last part of the page as one file, which finish.sh puts together: before this text, in the
// same script, stands the program's own, with `startProgram`; the wasm stands packed in the page.
{
  const PAGES = { "./": "story", "./lab.html": "lab", "./course.html": "course" };

  // Which page: as the address says, else the one that a link in the fragment is for.
  const { search, hash } = location;
  const asked = new URLSearchParams(search).get("page");
  const meant = hash.length > 1 && hash !== "#stage" ? "lab" : "story";
  const page = Object.values(PAGES).includes(asked) ? asked : meant;
  document.getElementById("app").dataset.page = page;

  // Ways to pages of this file lead to them; ways to pages that are not in it are none.
  const lead = () => {
    for (const link of document.querySelectorAll("a[href^='./']")) {
      const page = PAGES[link.getAttribute("href")];
      if (page) link.setAttribute("href", `?page=${page}`);
      else if (link.closest("header")) link.remove();
      else link.removeAttribute("href");
    }
  };
  lead();
  const changes = { subtree: true, childList: true, attributeFilter: ["href"] };
  new MutationObserver(lead).observe(document.body, changes);

  const packed = atob(document.getElementById("program").textContent);
  const bytes = Uint8Array.from(packed, letter => letter.charCodeAt(0));
  const parts = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const headers = { "content-type": "application/wasm" };
  startProgram({ module_or_path: new Response(parts, { headers }) }).then(() => {
    self.wasmBindings = {};
  });
}
