import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useAdminText } from "../../../locales/text.ts";
import { adminCall, adminKeyOf } from "../admin-calls.ts";
import { EndlessList } from "../endless-list.tsx";
import { pageQuery } from "../paging.ts";
import { usePages } from "../use-pages.ts";
import styles from "./dense-row.module.css";
import { PositionOfUser } from "./position-of-user.tsx";

const isOpen = ({ status }: Position) => status === "active";

export function PositionsTab({ userId: id }: { userId: string }) {
  const { tabs, positions: words } = useAdminText().userPage;
  const pages = usePages<Position>({
    queryKey: adminKeyOf("adminUserPositions", { id }),
    fetchPage: (before, signal) =>
      adminCall("adminUserPositions", { params: { id }, query: pageQuery(before), signal }),
    isOpen,
  });
  return (
    <EndlessList
      label={tabs.positions}
      pages={pages}
      empty={words.empty}
      className={styles["positions"]}
      row={({ item }) => <PositionOfUser key={item.id} position={item} />}
    />
  );
}
