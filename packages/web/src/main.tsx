import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, loadFrenchOffer } from "./app/app.tsx";
import { preloadPage } from "./app/routes.tsx";
import { keepSessionHint, maySessionExist, refreshCurrentUser, setCurrentUser } from "./api/current-user.ts";
import { followFaults, reportFault } from "./api/faults.ts";
import { followTouches, keepForOffline } from "./lib/browser.ts";
import { fillMissingParts } from "./lib/missing-parts.ts";
import { followMissingCode, reportMissingCode } from "./lib/lazy-part.ts";
import { followDeviceTheme, followOtherTabs } from "./lib/preferences.ts";
import { followLinks } from "./lib/links.ts";
import { surviveTranslators } from "./lib/translated-page.ts";
import { loadChosenLanguage, showLanguage } from "./locales/text.ts";
import { followTips } from "./ui/overlay/tips.ts";
import "./ui/tokens.css";
import "./ui/base.css";

const VITALS_DELAY_MS = 3000;

await fillMissingParts();
surviveTranslators();
followFaults();
followMissingCode();
followLinks();
followTips();
followTouches();
keepSessionHint();
followOtherTabs((language) => void showLanguage(language));
followDeviceTheme();
if (maySessionExist()) void refreshCurrentUser();
else setCurrentUser(null);
const [offer] = await Promise.all([
  loadFrenchOffer(),
  loadChosenLanguage(),
  preloadPage(location.pathname),
]).catch(() => {
  void reportMissingCode();
  // Nothing can be drawn. It is no fault of the page.
  return new Promise<never>(() => undefined);
});

const onCaughtError = (error: unknown) => {
  console.error(error);
  reportFault("caught", error);
};

// React passes errors that no boundary catches to the window's own event.
createRoot(document.getElementById("root")!, { onCaughtError }).render(
  <StrictMode>
    <App offer={offer} />
  </StrictMode>,
);
keepForOffline();
// Loaded after everything that the person waits for. If it fails, nobody misses it.
setTimeout(() => {
  import("./api/vitals.ts").then(({ reportVitals }) => reportVitals()).catch(() => undefined);
}, VITALS_DELAY_MS);
