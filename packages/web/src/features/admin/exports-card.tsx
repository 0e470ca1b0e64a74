import type { ExportKind } from "@veritick/contract/schemas/admin.ts";
import { useState } from "react";
import { useAdminText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { isDay, isWrongWayRound, selectionOf } from "../statement/public.ts";
import { DownloadButton } from "./download-button.tsx";
import styles from "./exports-card.module.css";
import { adminPathOf } from "./admin-calls.ts";

const KINDS = [
  "users",
  "positions",
  "deposits",
  "withdrawals",
  "ledger",
  "audit",
] as const satisfies ExportKind[];

/** Everything there is as files, of some days or of all. */
export function ExportsCard() {
  const { exportFiles: words } = useAdminText();
  const [days, setDays] = useState({ from: "", to: "" });
  const chosen = { groups: [], ...days };
  const isWrong = isWrongWayRound(chosen);
  const query = String(new URLSearchParams(selectionOf(chosen)));

  return (
    <Card title={words.title}>
      <p className={styles["intro"]}>{words.intro}</p>
      <div className={styles["dates"]}>
        <DateField
          label={words.from}
          value={days.from}
          max={days.to}
          isWhole={isDay}
          onChange={(from) => setDays({ ...days, from })}
        />
        <DateField
          label={words.to}
          value={days.to}
          min={days.from}
          isWhole={isDay}
          error={isWrong ? words.wrongWayRound : undefined}
          onChange={(to) => setDays({ ...days, to })}
        />
      </div>
      <ul aria-label={words.files} className={styles["files"]}>
        {KINDS.map((kind) => (
          <li key={kind}>
            <DownloadButton
              path={adminPathOf("exportCsv", { kind }) + (query === "" ? "" : `?${query}`)}
              name={words.kinds[kind]}
              label={words.download(words.kinds[kind])}
              disabled={isWrong}
            >
              {words.kinds[kind]}
            </DownloadButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
