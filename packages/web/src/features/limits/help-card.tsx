import { useGet } from "../../lib/query.ts";
import { useLaterText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { ArrowUpRightIcon } from "../../ui/icons.tsx";
import styles from "./help-links.module.css";

/** Where people find help with gambling, as the installation names it; nothing where it names nobody. */
export function HelpCard() {
  const { help } = useLaterText().limits;
  const links = useGet("settings").data?.helpLinks ?? [];
  if (links.length === 0) return null;
  return (
    <Card title={help.title}>
      <p className={styles["intro"]}>{help.text}</p>
      <ul>
        {links.map(({ title, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer" data-tip={help.newTab} className={styles["link"]}>
              {title}
              <ArrowUpRightIcon size={16} />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
