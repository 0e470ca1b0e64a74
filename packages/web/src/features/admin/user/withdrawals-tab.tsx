import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import { useAdminText } from "../../../locales/text.ts";
import { adminCall, adminKeyOf } from "../admin-calls.ts";
import { EndlessList } from "../endless-list.tsx";
import { pageQuery } from "../paging.ts";
import columns from "../scroll-list.module.css";
import { usePages } from "../use-pages.ts";
import { WithdrawalRow } from "../withdrawal-row.tsx";

const isOpen = ({ status }: AdminWithdrawal) => status === "pending" || status === "processing";

/** The withdrawals of a user; those that are pending can be decided here. */
export function WithdrawalsTab({ userId: id }: { userId: string }) {
  const { tabs, withdrawals: words } = useAdminText().userPage;
  const pages = usePages<AdminWithdrawal>({
    queryKey: adminKeyOf("adminUserWithdrawals", { id }),
    fetchPage: (before, signal) =>
      adminCall("adminUserWithdrawals", { params: { id }, query: pageQuery(before), signal }),
    isOpen,
  });
  return (
    <EndlessList
      label={tabs.withdrawals}
      pages={pages}
      empty={words.empty}
      className={columns["withdrawals"]}
      row={({ item, isGone }) => <WithdrawalRow key={item.id} item={item} isGone={isGone} />}
    />
  );
}
