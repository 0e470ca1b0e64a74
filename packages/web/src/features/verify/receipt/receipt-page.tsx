import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { ApiError } from "../../../api/client.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { getOptions } from "../../../api/query.ts";
import { useTitle } from "../../../lib/browser.ts";
import { useLightPrint } from "../../../lib/print.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { EmptyState, Loaded } from "../../../ui/states.tsx";
import { PageTitle } from "../../../ui/primitives.tsx";
import { AccountHeader } from "../../account/public.ts";
import styles from "./receipt.module.css";
import { ReceiptSkeleton, ReceiptView } from "./receipt-view.tsx";

/** Shows everything about one position: its terms, its prices, its result, its commitments and its ledger entries. */
export function ReceiptPage({ id }: { id: string }) {
  const { common } = useText();
  const { receipt } = useTextOf("later");
  const user = useCurrentUser();
  useTitle(`${receipt.title} · ${common.product}`);
  useLightPrint();
  if (!user) return null;
  return (
    <>
      <AccountHeader back={receipt.back} />
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <PageTitle>{receipt.title}</PageTitle>
        <Content id={id} />
      </main>
    </>
  );
}

/**
 * Loads the receipt. Its query key lies below that of the list of positions, so a pushed result or a restored connection
 * renews both.
 */
function Content({ id }: { id: string }) {
  const { notThere, archived, failed } = useTextOf("later").receipt;
  const query = useQuery(getOptions("getPosition", { params: { id } }));
  const status = query.data === undefined && query.error instanceof ApiError && query.error.status;
  if (status === 400 || status === 404 || status === 410) {
    return (
      <EmptyState
        {...(status === 410 ? archived : { title: notThere.title, hint: notThere.hint })}
        action={
          <Link href="/dashboard" className={buttonClass("quiet")}>
            {notThere.toDashboard}
          </Link>
        }
      />
    );
  }
  return (
    <Loaded query={query} failed={failed} loading={<ReceiptSkeleton />}>
      {(receipt) => <ReceiptView receipt={receipt} />}
    </Loaded>
  );
}
