import { useEffect, useState } from "react";
import { noteFrenchOffered, useLanguage } from "../lib/preferences.ts";
import { offer } from "../locales/french-offer.ts";
import { switchLanguage } from "../locales/text.ts";
import { IconButton, LinkButton } from "../ui/button.tsx";
import { CloseIcon } from "../ui/icons.tsx";
import { Caption, Row } from "../ui/primitives.tsx";
import styles from "./app.module.css";

/** Offers French once, at the top of the first page, if the browser prefers it. English is the default. */
export function FrenchOffer() {
  const language = useLanguage();
  const [isClosed, setClosed] = useState(false);
  useEffect(() => noteFrenchOffered(), []);
  if (isClosed || language === "fr") return null;
  return (
    <aside lang="fr" aria-label={offer.label} data-screen-only className={styles["offer"]}>
      <Row gap={1} align="center" justify="center" nowrap>
        <Caption>{offer.text}</Caption>
        <LinkButton onClick={() => void switchLanguage("fr")}>{offer.accept}</LinkButton>
        <IconButton label={offer.close} onClick={() => setClosed(true)}>
          <CloseIcon size={18} />
        </IconButton>
      </Row>
    </aside>
  );
}
