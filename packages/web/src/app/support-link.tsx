import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { call } from "../lib/api.ts";
import { settings } from "../lib/calls.ts";
import { useText } from "../locales/text.ts";
import { ChatIcon } from "../ui/chat-icon.tsx";
import styles from "./support-link.module.css";

/** The way to the people behind the platform, where the installation names one. `noreferrer` implies `noopener`. */
export function SupportLink() {
  const { support } = useText().common;
  const address = useSupportAddress();
  if (address === undefined) return null;
  return (
    <aside aria-label={support.place} data-floating-link className={styles["place"]}>
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

/** Asked for once; where nothing answered, the next page asks again. */
function useSupportAddress(): string | undefined {
  const [address, setAddress] = useState<string | null>();
  const [path] = useLocation();
  const isKnown = address !== undefined;
  useEffect(() => {
    if (isKnown) return;
    call(settings).then(
      ({ supportChatUrl }) => setAddress(supportChatUrl),
      () => undefined,
    );
  }, [isKnown, path]);
  return address ?? undefined;
}
