// Runs before the first paint. The stored language and theme apply at once, without a flash of another one, and the files of
// the first screen are requested at once instead of one after the other.
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

  // Returns the page with which a visit may begin, as in `src/app/routes.tsx`. A test compares the two.
  function pageAt(path, isSignedIn) {
    if (path === "/fairness") return "fairness";
    if (path === "/fairness/beacon") return "beacon";
    if (path === "/fairness/liabilities") return "liabilities";
    if (/^\/fairness\/epochs\/./.test(path)) return "epoch";
    if (/^\/verify(\/|$)/.test(path)) return "verify";
    if (path === "/status") return "status";
    if (path === "/docs") return "docs";
    if (path === "/practice") return "practice";
    if (/^\/practice\/positions\/./.test(path)) return "practiceReceipt";
    if (path === "/practice/results") return "practiceResults";
    // Its form uses the sign-in page's parts.
    if (path === "/setup") return "auth";
    if (isSignedIn) return path === "/" || path === "/dashboard" ? "dashboard" : undefined;
    return path === "/" ? "landing" : "auth";
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
  if (mayBeSignedIn) ask("/api/auth/me");
  var path = location.pathname;
  var isSignedIn = mayBeSignedIn && path !== "/auth";
  var page = pageAt(path, isSignedIn);
  var parts = [root.lang];
  if (isSignedIn) parts.push("signedIn");
  else if (page !== "landing") parts.push("query");
  if (page !== undefined) parts.push(page);
  if (/^\/(fairness|status|verify|docs$)/.test(path)) parts.push("fairness-" + root.lang);
  if (page === "docs") parts.push("docs-" + root.lang);
  parts.forEach(function (part) {
    files[part].forEach(loadCode);
  });
  if (page === "landing") {
    ask("/api/prices");
    ask("/api/fairness");
  }
})();
