// Runs before the first paint, so that the stored language and theme never flash past in the wrong form.
(function () {
  var root = document.documentElement;
  var stored = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  root.lang = stored("language") === "fr" ? "fr" : "en";
  root.dataset.theme = stored("theme") === "light" ? "light" : "dark";
})();
