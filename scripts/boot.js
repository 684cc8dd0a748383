// The first script of each page with a program, put into it by finish.sh: says that the program
// is loading, and that it could not be loaded when something fails or nothing comes for a while.
// In the words of old browsers, for they are to hear it too.
(function () {
  var PATIENCE_MS = 8000;
  var timer;
  function show(id, isShown) {
    var part = document.getElementById(id);
    if (part) part.hidden = !isShown;
  }
  function fail() {
    show("failed", true);
    show("loading", false);
  }
  // Something has come: whoever is slow is waited for, even after it was given up.
  self.moved = function () {
    show("failed", false);
    show("loading", true);
    clearTimeout(timer);
    timer = setTimeout(fail, PATIENCE_MS);
  };
  moved();
  addEventListener("error", fail, true);
  addEventListener("unhandledrejection", fail);
  document.getElementById("retry").onclick = function () {
    location.reload();
  };
  if (!self.WebAssembly) fail();
})();
