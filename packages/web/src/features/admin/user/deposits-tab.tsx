import type { AdminDeposit } from "@veritick/contract/schemas/admin-payments.ts";
import { useAdminText } from "../../../locales/text.ts";
import { adminCall, adminKeyOf } from "../admin-calls.ts";
import { DepositRow, isOpenDeposit } from "../deposit-row.tsx";
import { EndlessList } from "../endless-list.tsx";
import { pageQuery } from "../paging.ts";
import columns from "../scroll-list.module.css";
import { usePages } from "../use-pages.ts";

/** The deposits of a user; those that are open can be decided here. */
export function DepositsTab({ userId: id }: { userId: string }) {
  const { tabs, deposits: words } = useAdminText().userPage;
  const pages = usePages<AdminDeposit>({
    queryKey: adminKeyOf("adminUserDeposits", { id }),
    fetchPage: (before, signal) =>
      adminCall("adminUserDeposits", { params: { id }, query: pageQuery(before), signal }),
    isOpen: isOpenDeposit,
  });
  return (
    <EndlessList
      label={tabs.deposits}
      pages={pages}
      empty={words.empty}
      className={columns["deposits"]}
      row={({ item, isGone }) => <DepositRow key={item.id} item={item} isGone={isGone} />}
    />
  );
}
