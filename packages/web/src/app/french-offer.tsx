import { useEffect, useState } from "react";
import { noteFrenchOffered, useLanguage } from "../lib/preferences.ts";
import { offer } from "../locales/french-offer.ts";
import { switchLanguage } from "../locales/text.ts";
import { IconButton, LinkButton } from "../ui/button.tsx";
import { CloseIcon } from "../ui/icons.tsx";
import styles from "./app.module.css";

/** English is the default. Where the browser prefers French, this offers it once, at the top of the first page. */
export function FrenchOffer() {
  const language = useLanguage();
  const [isClosed, setClosed] = useState(false);
  useEffect(() => noteFrenchOffered(), []);
  if (isClosed || language === "fr") return null;
  return (
    <aside lang="fr" aria-label={offer.label} className={styles["offer"]}>
      <p>{offer.text}</p>
      <LinkButton onClick={() => void switchLanguage("fr")}>{offer.accept}</LinkButton>
      <IconButton label={offer.close} onClick={() => setClosed(true)}>
        <CloseIcon size={18} />
      </IconButton>
    </aside>
  );
}
