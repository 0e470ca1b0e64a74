import { Link } from "wouter";
import { useCurrentUser } from "../../lib/current-user.ts";
import { useLightPrint } from "../../lib/use-light-print.ts";
import { useTitle } from "../../lib/use-title.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ProfileMenu } from "../profile/public.ts";
import styles from "./receipt-page.module.css";
import { ReceiptSkeleton } from "./receipt-skeleton.tsx";
import { ReceiptView } from "./receipt-view.tsx";
import { useReceipt } from "./use-receipt.ts";

/** Everything about one position: what was promised, from what, how it was decided, and what moved. */
export function ReceiptPage({ id }: { id: string }) {
  const { common } = useText();
  const { receipt } = useLaterText();
  const user = useCurrentUser();
  useTitle(`${receipt.title} · ${common.product}`);
  useLightPrint();
  if (!user) return null;
  return (
    <>
      <PageHeader
        start={
          <Link href="/dashboard" asChild>
            <BackLink label={receipt.back}>{common.dashboard}</BackLink>
          </Link>
        }
      >
        <ProfileMenu email={user.email} />
      </PageHeader>
      <main id="content" tabIndex={-1} className={styles["page"]}>
        <h1 className={styles["title"]}>{receipt.title}</h1>
        <Content id={id} />
      </main>
    </>
  );
}

function Content({ id }: { id: string }) {
  const { common } = useText();
  const { notThere, failed } = useLaterText().receipt;
  const found = useReceipt(id);
  switch (found.state) {
    case "there":
      return <ReceiptView receipt={found.receipt} />;
    case "loading":
      return <ReceiptSkeleton />;
    case "not-there":
      return (
        <EmptyState
          title={notThere.title}
          hint={notThere.hint}
          action={
            <Link href="/dashboard" className={`${buttonClass("quiet")} ${styles["way"]}`}>
              {notThere.toDashboard}
            </Link>
          }
        />
      );
    case "failed":
      return (
        <EmptyState
          {...failed}
          action={
            <Button variant="quiet" onClick={found.retry}>
              {common.retry}
            </Button>
          }
        />
      );
  }
}
