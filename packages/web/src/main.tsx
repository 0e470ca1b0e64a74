import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { preloadPage } from "./app/routes.tsx";
import { refreshCurrentUser } from "./lib/current-user.ts";
import { followOtherTabs } from "./lib/preferences.ts";
import { followResetLinks } from "./lib/reset-link.ts";
import { loadChosenLanguage, switchLanguage } from "./locales/text.ts";
import "./ui/tokens.css";
import "./ui/base.css";

followResetLinks();
void refreshCurrentUser();
preloadPage(location.pathname);
followOtherTabs((language) => void switchLanguage(language));
await loadChosenLanguage();

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
