import { useEffect, useEffectEvent, useState } from "react";
import { useAdminText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { SearchIcon } from "../../../ui/icons.tsx";
import { SearchDialog } from "./search-dialog.tsx";
import styles from "./search.module.css";

/** Opens the search, from every page of the administration. Ctrl+K and ⌘K do so too. */
export function SearchButton() {
  const { search: words } = useAdminText();
  const [isOpen, setOpen] = useState(false);

  const press = useEffectEvent((event: KeyboardEvent) => {
    const isMeant = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k";
    // What a dialog holds must not be lost behind another one.
    if (!isMeant || document.querySelector("[role=dialog]") !== null) return;
    event.preventDefault();
    setOpen(true);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);

  return (
    <>
      <Button
        variant="quiet"
        className={styles["button"]}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <SearchIcon size={18} />
        {words.button}
        <kbd className={styles["key"]}>{words.key}</kbd>
      </Button>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
}
