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

  root.lang = stored("language") === "fr" ? "fr" : "en";

  var chosen = stored("theme");
  var isDeviceLight = false;
  try {
    isDeviceLight = matchMedia("(prefers-color-scheme: light)").matches;
  } catch {
    // Without the device's theme, the product's own applies.
  }
  root.dataset.theme = chosen === "light" || (chosen === "device" && isDeviceLight) ? "light" : "dark";
  document.querySelector("meta[name=color-scheme]").content = root.dataset.theme;
  var bar = document.querySelector("meta[name=theme-color]");
  bar.content = bar.dataset[root.dataset.theme];

  // The build writes here what each address takes: see `firstRequests` in `build/finish-page.ts`.
  var requests = /* first requests */ null;
  if (requests === null) return;
  var mayBeSignedIn = document.cookie.split("; ").indexOf("session_hint=1") !== -1;
  if (mayBeSignedIn) ask(requests.session);
  var path = location.pathname;
  // The last one fits every path.
  var first = requests[mayBeSignedIn && path !== "/auth" ? "signedIn" : "visitor"].find(function (each) {
    return new RegExp(each.at, "i").test(path);
  });
  var files = JSON.parse(document.querySelector("meta[name=first-files]").content);
  var texts = first.texts.map(function (text) {
    return text + "-" + root.lang;
  });
  [root.lang].concat(first.parts, texts).forEach(function (part) {
    files[part].forEach(loadCode);
  });
  first.calls.forEach(ask);
})();
