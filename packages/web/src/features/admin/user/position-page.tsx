import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useAdminText, useLaterText } from "../../../locales/text.ts";
import { ReceiptSkeleton, ReceiptView } from "../../verify/public.ts";
import { AdminFrame } from "../admin-frame.tsx";
import { isGone, live, read } from "../admin-queries.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { EmptyState, LoadFailed } from "../../../ui/states.tsx";

const POLL_MS = 2_000;

/** The receipt of any user's position, as its owner sees it. */
export function PositionPage({ id }: { id: string }) {
  const { receipt } = useLaterText();
  const { userPage } = useAdminText();
  const { data, error, isFetching, refetch } = useQuery<PositionReceipt>({
    ...live,
    ...read("adminPosition", { id }),
    refetchInterval: ({ state }) => (state.data?.position.status === "active" ? POLL_MS : false),
  });
  const back = data !== undefined && (
    <Link href={`/admin/users/${data.position.userId}`} className={buttonClass("quiet")}>
      {userPage.receipt.back}
    </Link>
  );
  return (
    <AdminFrame title={receipt.title} aside={back}>
      {data !== undefined ? (
        <ReceiptView receipt={data} />
      ) : error === null || isFetching ? (
        <ReceiptSkeleton />
      ) : (
        <Missing error={error} onRetry={() => refetch()} />
      )}
    </AdminFrame>
  );
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const { receipt } = useLaterText();
  const { userPage } = useAdminText();
  if (isGone(error)) {
    return (
      <EmptyState
        {...userPage.receipt.notThere}
        action={
          <Link href="/admin" className={buttonClass("quiet")}>
            {userPage.gone.toOverview}
          </Link>
        }
      />
    );
  }
  return <LoadFailed title={receipt.failed} onRetry={onRetry} />;
}
