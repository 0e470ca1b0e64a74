import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Num, Time } from "../../../ui/num.tsx";
import styles from "./audit-entry.module.css";
import { kindOf, namedValues } from "./changes.ts";
import type { AuditValue } from "./changes.ts";
import { useExactMoment } from "./use-exact-moment.ts";

/** One value of the log in the person's language. */
export function AuditValueText({ name, value }: { name: string; value: AuditValue }) {
  const text = useAdminText();
  const { audit: words } = text;
  const format = useFormat();
  const exactMoment = useExactMoment();
  const named = namedValues(text);
  const said = (word: string) => named[word] ?? word;
  switch (kindOf(value)) {
    case "nothing":
      return <span className={styles["quiet"]}>{words.nothing}</span>;
    case "yesNo":
      return value === true ? words.yes : words.no;
    case "count":
      return <Num>{format.number(Number(value))}</Num>;
    case "amount":
      return <Num className={styles["amount"]}>{format.exactAmount(String(value))} USDMS</Num>;
    case "instant":
      return <Time dateTime={String(value)}>{exactMoment(String(value))}</Time>;
    case "code":
      return (
        <span className={styles["code"]} translate="no">
          {value}
        </span>
      );
    case "text":
      if (FREE.has(name)) return value;
      // The kinds of movement in a file are the one list.
      return name === "kinds" ? String(value).split(",").map(said).join(", ") : said(String(value));
  }
}

/** What people wrote stays as they wrote it. */
const FREE = new Set(["message", "note", "text"]);
