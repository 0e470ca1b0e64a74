import { createContext, useContext, useId, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { ChevronRightIcon } from "../../../ui/icons.tsx";
import { useInView, useKeptFocus } from "../../../lib/focus.ts";
import { useFormat } from "../../../lib/format.ts";
import { isGone, useUserHistory } from "../admin-queries.ts";
import { useLinkedRow } from "./linked-item.tsx";
import { Created } from "../times.tsx";
import { Badge, Caption, Num, Spinner } from "../../../ui/primitives.tsx";
import { Loaded } from "../../../ui/states.tsx";
import styles from "./row.module.css";

type RowProps = {
  /** Empty if the row concerns no account. */
  userId: string;
  email: string;
  /** Shown beside the e-mail. */
  badges?: ReactNode;
  /** Shown below the e-mail. */
  note?: ReactNode;
  figure: ReactNode;
  detail?: ReactNode;
  actions: ReactNode;
  /** Shown below the row, over its whole width. */
  more?: ReactNode;
  /** True if no action is possible any more. */
  isOver: boolean;
  /** False if the row needs notice although it is over. */
  isQuiet?: boolean;
  /** Whether the address asks for this row. */
  isLinked?: boolean;
};

/** True on the page of one user, whose rows need not name the user. */
export const IsOfOneUser = createContext(false);

/** A row of any list: the user, the details and the actions. It opens the user's history below and links to their page. */
export function Row({
  userId,
  email,
  badges,
  note,
  figure,
  detail,
  actions,
  more,
  isOver,
  isQuiet = true,
  isLinked = false,
}: RowProps) {
  const { user } = useTextOf("admin");
  const id = useId();
  const keptFocus = useKeptFocus();
  const isMarked = useLinkedRow(keptFocus.ref, isLinked);
  const [isOpen, setOpen] = useState(false);
  const isOfOneUser = useContext(IsOfOneUser);
  return (
    <li
      {...keptFocus}
      tabIndex={-1}
      className={styles["row"]}
      data-over={(isOver && isQuiet) || undefined}
      data-request={detail !== undefined || undefined}
      data-plain={isOfOneUser || undefined}
      data-linked={isMarked || undefined}
    >
      <div className={styles["who"]}>
        {(!isOfOneUser || badges) && (
          <div className={styles["line"]}>
            {!isOfOneUser && userId === "" && <span className={styles["email"]}>{email}</span>}
            {!isOfOneUser && userId !== "" && (
              <span className={styles["name"]}>
                <button
                  type="button"
                  className={styles["toggle"]}
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? id : undefined}
                  aria-label={user.show(email)}
                  data-tip={user.show(email)}
                  onClick={() => setOpen(!isOpen)}
                >
                  <ChevronRightIcon size={16} />
                </button>
                <Link href={`/admin/users/${userId}`} className={styles["email"]}>
                  {email}
                </Link>
              </span>
            )}
            {badges}
          </div>
        )}
        {note !== undefined && <p className={styles["note"]}>{note}</p>}
      </div>
      <div className={styles["figure"]}>{figure}</div>
      {detail !== undefined && <div className={styles["detail"]}>{detail}</div>}
      <div className={styles["actions"]}>{actions}</div>
      {more}
      {isOpen && (
        <div id={id} className={styles["more"]}>
          <UserHistory userId={userId} />
        </div>
      )}
    </li>
  );
}

/** The facts that an administrator needs to decide about a user's money. */
function UserHistory({ userId }: { userId: string }) {
  const { common } = useText();
  const { user: words } = useTextOf("admin");
  const query = useUserHistory(userId);
  if (isGone(query.error)) return <p role="status">{words.gone}</p>;
  return (
    <Loaded query={query} look="line" failed={words.failed} loading={<Spinner label={common.loading} />}>
      {(user) => <History user={user} />}
    </Loaded>
  );
}

function History({ user }: { user: AdminUserDetails }) {
  const { user: words, userPage } = useTextOf("admin");
  const locks = [
    [userPage.tradingLocked, user.tradingLockedAt],
    [userPage.withdrawalsLocked, user.withdrawalsLockedAt],
  ] as const;
  const place = useInView<HTMLDListElement>();
  return (
    <dl ref={place} className={styles["facts"]}>
      <div>
        <Caption as="dt">{words.since}</Caption>
        <dd>
          <Created at={user.createdAt} isDateFirst />
        </dd>
      </div>
      {locks.map(
        ([what, since]) =>
          since !== null && (
            <div key={what}>
              <Caption as="dt">
                <Badge tone="bad">{what}</Badge>
              </Caption>
              <dd>
                <Created at={since} isDateFirst />
              </dd>
            </div>
          ),
      )}
      {useUserFacts(user).map(([name, value]) => (
        <div key={name}>
          <Caption as="dt">{name}</Caption>
          <dd>
            <Num>{value}</Num>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns the facts that an administrator needs to decide about a user's money, each with its name, the balance first. */
export function useUserFacts(user: AdminUserDetails) {
  const { user: words } = useTextOf("admin");
  const format = useFormat();
  const times = ({ count, amount }: AdminUserDetails["openPositions"]) =>
    words.times(count, format.money(amount));
  return [
    [words.balance, `${format.money(user.balance)} USDMS`],
    [words.positions, times(user.openPositions)],
    [words.pending, times(user.pendingWithdrawals)],
    [words.processing, times(user.processingWithdrawals)],
    [words.deposits, times(user.confirmedDeposits)],
    [words.withdrawals, times(user.completedWithdrawals)],
    [words.netResult, `${format.signedMoney(user.netResult)} USDMS`],
    [words.fees, `${format.money(user.fees)} USDMS`],
    [words.lastSignIn, user.lastSignInAt === null ? words.never : format.moment(user.lastSignInAt)],
    [words.twoStep, user.twoStep ? words.on : words.off],
  ] as const;
}
