import { useEffect, useEffectEvent, useState } from "react";
import type { RefObject } from "react";
import { useAdminText } from "../../../locales/text.ts";
import { Check } from "../../../ui/form/choices.tsx";
import { isForList, readQueueKeys, rowToFocus, writeQueueKeys } from "./queue-rules.ts";
import styles from "./records.module.css";

/** Keys that lead through a list of requests and decide the one that has the focus, with the switch for them. */
export function QueueKeys({ list }: { list: RefObject<HTMLElement | null> }) {
  const { queue: words } = useAdminText();
  const [isOn, setOn] = useState(readQueueKeys);

  const press = useEffectEvent((event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("li[tabindex]") ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rowToFocus(event.key, at, rows.length);
    if (next !== undefined) {
      event.preventDefault();
      rows[next]!.focus();
      rows[next]!.scrollIntoView({ block: "nearest" });
      return;
    }
    const decision = { a: "approve", r: "reject" }[event.key];
    const button = rows[at]?.querySelector<HTMLButtonElement>(`[data-decision="${decision}"]`);
    // Held down, a key would decide one row after the other.
    if (decision === undefined || event.repeat || button == null) return;
    event.preventDefault();
    button.click();
  });

  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => isForList(event) && press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [isOn]);

  return (
    <div className={styles["keys"]}>
      <Check
        checked={isOn}
        onChange={(next) => {
          writeQueueKeys(next);
          setOn(next);
        }}
      >
        {words.keys}
      </Check>
    </div>
  );
}
