/** Long enough after the page is there that what it fetches and draws first comes first. */
const DELAY_MS = 3000;

/** Has the browser keep the interface, so that it can be installed and starts without a network. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () =>
    setTimeout(() => {
      // A browser that will not keep anything gets all of it from the server, as it would the first time.
      navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined);
    }, DELAY_MS);
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
