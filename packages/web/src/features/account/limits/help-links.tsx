import { useGet } from "../../../api/query.ts";
import { useText } from "../../../locales/text.ts";
import styles from "./limits-page.module.css";

/** The installation's links to help with gambling. Empty if it names none. */
export function HelpLinks() {
  const { support } = useText().common;
  const links = useGet("settings").data?.helpLinks ?? [];
  if (links.length === 0) return null;
  return (
    <nav className={styles["help"]} aria-label={support.place}>
      <span aria-hidden="true">{support.place}</span>
      <ul className={styles["links"]}>
        {links.map(({ title, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer" className={styles["link"]}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
