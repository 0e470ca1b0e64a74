import { useEffect, useRef } from "react";
import { useVisitorSettings } from "../api/visitor-settings.ts";
import { useText } from "../locales/text.ts";
import { ChatIcon } from "../ui/more-icons.tsx";
import styles from "./support-link.module.css";

/** Links to the operator's support, if the installation names an address. */
export function SupportLink() {
  const address = useVisitorSettings()?.supportChatUrl ?? undefined;
  return address === undefined ? null : <FloatingLink address={address} />;
}

/** `noreferrer` implies `noopener`. */
function FloatingLink({ address }: { address: string }) {
  const { support } = useText().common;
  const place = useRef<HTMLElement>(null);
  useEffect(
    () => goWithReading((isReadingOn) => place.current?.toggleAttribute("data-away", isReadingOn)),
    [],
  );
  return (
    <aside
      ref={place}
      aria-label={support.place}
      data-floating-link
      data-screen-only
      className={styles["place"]}
    >
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        aria-label={support.label}
        data-tip={support.tip}
        className={styles["link"]}
      >
        <ChatIcon size={22} />
      </a>
    </aside>
  );
}

/** Reports whether the page was last scrolled towards its end and is not there yet. Returns a function that stops it. */
function goWithReading(say: (isReadingOn: boolean) => void): () => void {
  let last = scrollY;
  const look = () => {
    const { clientHeight, scrollHeight } = document.documentElement;
    if (scrollY !== last) say(scrollY > Math.max(0, last) && scrollY + clientHeight < scrollHeight - 1);
    last = scrollY;
  };
  addEventListener("scroll", look, { passive: true });
  return () => removeEventListener("scroll", look);
}
