import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadChosenLanguage, withTextOf } from "../locales/text.ts";
import { followTips } from "../ui/overlay/tips.ts";
import { DesignPage } from "./design-page.tsx";
import "../ui/tokens.css";
import "../ui/base.css";

// `npm run design` serves this page. The production build does not contain it.
followTips();
await withTextOf("desk", withTextOf("later", loadChosenLanguage()));

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <DesignPage />
  </StrictMode>,
);
