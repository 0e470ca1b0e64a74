import { useQuery } from "@tanstack/react-query";
import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { Link } from "wouter";
import { ApiError } from "../../../api/client.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { getOptions } from "../../../api/query.ts";
import { useLightPrint, useTitle } from "../../../lib/browser.ts";
import { useLaterText, useText } from "../../../locales/text.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { EmptyState, LoadFailed } from "../../../ui/states.tsx";
import { PageTitle } from "../../../ui/primitives.tsx";
import { AccountHeader } from "../../account/public.ts";
import styles from "./receipt-page.module.css";
import { ReceiptSkeleton, ReceiptView } from "./receipt-view.tsx";

/** Shows everything about one position: its terms, its prices, its result, its commitments and its ledger entries. */
export function ReceiptPage({ id }: { id: string }) {
  const { common } = useText();
  const { receipt } = useLaterText();
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

function Content({ id }: { id: string }) {
  const { notThere, archived, failed } = useLaterText().receipt;
  const found = useReceipt(id);
  switch (found.state) {
    case "there":
      return <ReceiptView receipt={found.receipt} />;
    case "loading":
      return <ReceiptSkeleton />;
    case "archived":
    case "not-there":
      return (
        <EmptyState
          {...(found.state === "archived" ? archived : { title: notThere.title, hint: notThere.hint })}
          action={
            <Link href="/dashboard" className={`${buttonClass("quiet")} ${styles["way"]}`}>
              {notThere.toDashboard}
            </Link>
          }
        />
      );
    case "failed":
      return <LoadFailed title={failed} onRetry={found.retry} />;
  }
}

const POLL_MS = 2_000;

type ReceiptState =
  | { readonly state: "loading" | "not-there" | "archived" }
  | { readonly state: "failed"; readonly retry: () => unknown }
  | { readonly state: "there"; readonly receipt: PositionReceipt };

/**
 * Loads the receipt. Its query key lies below that of the list of positions, so a pushed result or a restored connection
 * renews both. The receipt of an open position is also polled.
 */
export function useReceipt(id: string): ReceiptState {
  const query = useQuery({
    ...getOptions("getPosition", { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.position.status === "active" ? POLL_MS : false),
  });
  if (query.data !== undefined) return { state: "there", receipt: query.data };
  // The refusal stays on the page during a retry, so that nothing flickers.
  if (query.error instanceof ApiError && [400, 404].includes(query.error.status))
    return { state: "not-there" };
  if (query.error instanceof ApiError && query.error.status === 410) return { state: "archived" };
  if (query.isError) return { state: "failed", retry: () => query.refetch() };
  return { state: "loading" };
}
