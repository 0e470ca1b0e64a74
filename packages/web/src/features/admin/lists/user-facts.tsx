import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { useFormat } from "../../../lib/format.ts";
import { useInView } from "../../../lib/focus.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Badge, Num, Panel, Spinner } from "../../../ui/primitives.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { isGone, useUserHistory } from "../admin-queries.ts";
import { Created } from "../times.tsx";

/** The facts that an administrator needs to decide about a user's money, below a row about them. */
export function UserHistory({ userId }: { userId: string }) {
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
  const place = useInView<HTMLDivElement>();
  const locks = [
    [userPage.tradingLocked, user.tradingLockedAt],
    [userPage.withdrawalsLocked, user.withdrawalsLockedAt],
  ] as const;
  return (
    <Panel ref={place}>
      <Facts look="columns">
        <Fact name={words.since}>
          <span>
            <Created at={user.createdAt} isDateFirst />
          </span>
        </Fact>
        {locks.map(
          ([what, since]) =>
            since !== null && (
              <Fact key={what} name={<Badge tone="bad">{what}</Badge>}>
                <span>
                  <Created at={since} isDateFirst />
                </span>
              </Fact>
            ),
        )}
        <UserFacts user={user} />
      </Facts>
    </Panel>
  );
}

/** The balance, the open amounts and the totals of a user. */
export function UserFacts({ user }: { user: AdminUserDetails }) {
  const { user: words } = useTextOf("admin");
  const format = useFormat();
  const times = ({ count, amount }: AdminUserDetails["openPositions"]) =>
    words.times(count, format.money(amount));
  const facts = [
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
  return facts.map(([name, value]) => (
    <Fact key={name} name={name}>
      <Num>{value}</Num>
    </Fact>
  ));
}
