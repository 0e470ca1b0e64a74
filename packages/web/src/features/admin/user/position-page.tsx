import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useTextOf } from "../../../locales/text.ts";
import { ReceiptSkeleton, ReceiptView } from "../../verify/public.ts";
import { AdminFrame } from "../admin-frame.tsx";
import { isGone, following, read } from "../admin-queries.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { EmptyState, Loaded } from "../../../ui/states.tsx";

/** The receipt of any user's position, as its owner sees it. */
export function PositionPage({ id }: { id: string }) {
  const { receipt } = useTextOf("later");
  const { userPage } = useTextOf("admin");
  const query = useQuery<PositionReceipt>({
    ...following("users"),
    ...read("adminPosition", { id }),
  });
  const { data } = query;
  const back = data !== undefined && (
    <Link href={`/admin/users/${data.position.userId}`} className={buttonClass("quiet")}>
      {userPage.receipt.back}
    </Link>
  );
  return (
    <AdminFrame title={receipt.title} aside={back}>
      {data === undefined && isGone(query.error) ? (
        <EmptyState
          {...userPage.receipt.notThere}
          action={
            <Link href="/admin" className={buttonClass("quiet")}>
              {userPage.gone.toOverview}
            </Link>
          }
        />
      ) : (
        <Loaded query={query} failed={receipt.failed} loading={<ReceiptSkeleton />}>
          {(found) => <ReceiptView receipt={found} />}
        </Loaded>
      )}
    </AdminFrame>
  );
}
