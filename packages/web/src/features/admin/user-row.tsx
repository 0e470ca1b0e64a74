import type { AdminUser } from "@veritick/contract/schemas/admin-users.ts";
import { memo, useState } from "react";
import { useCurrentUser } from "../../api/current-user.ts";
import { useFormat } from "../../lib/format.ts";
import type { Intent } from "../../api/intent.ts";
import { useAdminText } from "../../locales/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Num, Strong } from "../../ui/primitives.tsx";
import { AdjustForm } from "./adjust-form.tsx";
import { ChangeRights, DeleteUser } from "./user-dialogs.tsx";
import { UserProposals } from "./proposals/user-proposals.tsx";
import { Row } from "./row.tsx";
import type { SteadyRow } from "./steady-list.ts";
import { useFocusAfter } from "./use-kept-focus.ts";
import styles from "./row.module.css";

type UserRowProps = SteadyRow<AdminUser> & { intentOf: (id: string) => Intent };
type Opened = "adjust" | "rights" | "delete";

export const UserRow = memo(function UserRow({ item: user, isGone, intentOf }: UserRowProps) {
  const { users: words, list } = useAdminText();
  const format = useFormat();
  const isOwn = useCurrentUser()?.id === user.id;
  const [opened, setOpened] = useState<Opened>();
  const [isDeleted, setDeleted] = useState(false);
  const isOver = isGone || isDeleted;
  const adjustButton = useFocusAfter(opened === "adjust");
  const close = () => setOpened(undefined);
  const { email } = user;

  return (
    <Row
      userId={user.id}
      email={email}
      isOver={isOver}
      badges={
        <>
          {user.isAdmin && <Badge tone="warn">{words.admin}</Badge>}
          {isOwn && <Badge tone="neutral">{words.you}</Badge>}
          {!isOver && <UserProposals userId={user.id} />}
        </>
      }
      figure={
        <Strong>
          <Num>{format.money(user.balance)} USDMS</Num>
        </Strong>
      }
      actions={
        isOver ? (
          <Badge tone="neutral">{list.gone}</Badge>
        ) : (
          <>
            <Button
              ref={adjustButton}
              variant="quiet"
              aria-label={words.adjustOf(email)}
              aria-expanded={opened === "adjust"}
              onClick={() => setOpened(opened === "adjust" ? undefined : "adjust")}
            >
              {words.adjust}
            </Button>
            <Button
              variant="quiet"
              className={styles["rights"]}
              aria-label={user.isAdmin ? words.revokeOf(email) : words.grantOf(email)}
              onClick={() => setOpened("rights")}
            >
              {user.isAdmin ? words.revoke : words.grant}
            </Button>
            <Button variant="danger" aria-label={words.deleteOf(email)} onClick={() => setOpened("delete")}>
              {words.delete}
            </Button>
            {opened === "rights" && <ChangeRights user={user} isOwn={isOwn} onClose={close} />}
            {opened === "delete" && (
              <DeleteUser user={user} isOwn={isOwn} onDeleted={() => setDeleted(true)} onClose={close} />
            )}
          </>
        )
      }
      more={
        opened === "adjust" &&
        !isOver && <AdjustForm user={user} intent={intentOf(user.id)} onClose={close} />
      }
    />
  );
});
