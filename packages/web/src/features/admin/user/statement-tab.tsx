import { useMay } from "../roles.tsx";
import type { AdminStatementEntry } from "@veritick/contract/schemas/admin-user-page.ts";
import { Link } from "wouter";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText, useLaterText } from "../../../locales/text.ts";
import { adminCall, adminKeyOf, adminPathOf } from "../admin-queries.ts";
import { DownloadButton } from "../download-button.tsx";
import { EndlessList } from "../lists/lists.tsx";
import { usePages } from "../lists/pages.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Num, Time } from "../../../ui/primitives.tsx";
import styles from "./user-tabs.module.css";

/** A movement is known by its transaction. */
type Entry = AdminStatementEntry & { readonly id: string };

/** Every movement of a user's balance, and the same as a file. */
export function StatementTab({ userId: id }: { userId: string }) {
  const mayDownload = useMay()("support");
  const { tabs, statement: words } = useAdminText().userPage;
  const pages = usePages<Entry>({
    queryKey: adminKeyOf("adminUserStatement", { id }),
    async fetchPage(page, signal) {
      const entries = await adminCall("adminUserStatement", {
        params: { id },
        query: page,
        signal,
      });
      return entries.map((entry) => ({ ...entry, id: entry.transactionId }));
    },
  });
  return (
    <>
      {mayDownload && (
        <div className={styles["above"]}>
          <DownloadButton path={adminPathOf("adminUserStatementCsv", { id })} name={tabs.statement}>
            {words.csv}
          </DownloadButton>
        </div>
      )}
      <EndlessList
        label={tabs.statement}
        pages={pages}
        empty={words.empty}
        className={styles["statement"]}
        row={({ item }) => <EntryRow key={item.id} entry={item} />}
      />
    </>
  );
}

function EntryRow({ entry }: { entry: Entry }) {
  const { statement: words } = useAdminText().userPage;
  const { kinds, copyReference } = useLaterText().statement;
  const format = useFormat();
  const { kind, reference, amount, balanceAfter, createdAt, note } = entry;
  return (
    <li className={styles["row"]}>
      <span className={styles["kind"]}>
        {reference !== null && kind.startsWith("position_") ? (
          <Link href={`/admin/positions/${reference}`}>{kinds[kind]}</Link>
        ) : (
          kinds[kind]
        )}
      </span>
      <span className={styles["quiet"]}>
        <Time dateTime={createdAt}>{format.moment(createdAt)}</Time>
      </span>
      <span className={styles["reference"]}>
        {note !== null && <span className={styles["quiet"]}>{note}</span>}
        {reference !== null && (
          <>
            <span className={styles["code"]} translate="no">
              {shortOf(reference)}
            </span>
            <CopyButton label={`${copyReference} ${shortOf(reference)}`} value={reference} />
          </>
        )}
      </span>
      <Num className={styles["amount"]} data-status={amount.startsWith("-") ? undefined : "won"}>
        {format.signedExactAmount(amount)}
      </Num>
      <span className={styles["quiet"]} data-column="balance">
        {words.balance} <Num>{format.exactAmount(balanceAfter)}</Num>
      </span>
    </li>
  );
}

/** The end of an id: its beginning is the time, which neighbours share. */
const shortOf = (reference: string) => reference.slice(-8);
