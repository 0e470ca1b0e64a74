// Runs before the first paint: the stored language and theme never flash past in the wrong form, and what the first
// screen needs is asked for at once instead of one after the other.
(function () {
  var root = document.documentElement;

  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  function load(attributes) {
    document.head.append(Object.assign(document.createElement("link"), attributes));
  }

  function loadCode(file) {
    var isStyle = file.slice(-4) === ".css";
    load({
      rel: isStyle ? "preload" : "modulepreload",
      as: isStyle ? "style" : "script",
      crossOrigin: "",
      href: "/" + file,
    });
  }

  function ask(path) {
    load({ rel: "preload", as: "fetch", crossOrigin: "", href: path });
  }

  root.lang = stored("language") === "fr" ? "fr" : "en";

  var chosen = stored("theme");
  var system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  root.dataset.theme = chosen === "light" || chosen === "dark" ? chosen : system;
  var bar = document.querySelector("meta[name=theme-color]");
  bar.content = bar.dataset[root.dataset.theme];

  var firstFiles = document.querySelector("meta[name=first-files]");
  if (firstFiles === null) return;
  var files = JSON.parse(firstFiles.content);
  var mayBeSignedIn = document.cookie.split("; ").indexOf("session_hint=1") !== -1;
  var path = location.pathname;
  var isPublic = /^\/(fairness|verify)(\/|$)/.test(path);
  var visited = path === "/" ? "landing" : isPublic ? "fairness" : "auth";
  var page = mayBeSignedIn && path !== "/auth" ? "signedIn" : visited;
  if (mayBeSignedIn) ask("/api/auth/me");
  var texts = page === "fairness" ? files["fairness-" + root.lang] : [];
  files[page].concat(files[root.lang], texts).forEach(loadCode);
  if (page === "landing") {
    ask("/api/prices");
    ask("/api/fairness");
  }
})();
