import { RoleBadge } from "../roles.tsx";
import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { Link } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useGet } from "../../../api/query.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { AdminFrame } from "../admin-frame.tsx";
import { isGone, useUserHistory } from "../admin-queries.ts";
import { auditAddress } from "../audit/filters.ts";
import { Created, Freshness } from "../times.tsx";
import { UserProposals } from "../requests/awaiting.tsx";
import { IsOfOneUser } from "../lists/record-table.tsx";
import { UserFacts } from "../lists/user-facts.tsx";
import { Badge, Caption, Code, Row, Skeleton, Stack } from "../../../ui/primitives.tsx";
import { buttonClass, TextLink } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { EmptyState, Loaded } from "../../../ui/states.tsx";
import { UserActions } from "./user-actions.tsx";
import { UserTabs } from "./user-tabs.tsx";

/** All data of one user, and all actions on them. */
export function UserPage({ id }: { id: string }) {
  const { users, userPage } = useTextOf("admin");
  const query = useUserHistory(id);
  const { data, error } = query;
  if (isGone(error)) return <Gone id={id} />;
  return (
    <AdminFrame title={data?.email ?? users.title} aside={data && <Freshness />}>
      <Loaded query={query} failed={userPage.failed} loading={<Loading />}>
        {(user) => (
          <>
            <UserHead user={user} />
            <UserFigures user={user} />
            <UserActions user={user} />
            <IsOfOneUser value={true}>
              <UserTabs user={user} />
            </IsOfOneUser>
          </>
        )}
      </Loaded>
    </AdminFrame>
  );
}

function Loading() {
  const { common } = useText();
  return (
    <Stack gap={5} role="status" aria-label={common.loading}>
      <Skeleton width={320} height={24} />
      <Skeleton width="100%" height={148} />
      <Skeleton width="100%" height={320} />
    </Stack>
  );
}

function Gone({ id }: { id: string }) {
  const { users, userPage } = useTextOf("admin");
  const { title, hint, toLog, toOverview } = userPage.gone;
  return (
    <AdminFrame title={users.title}>
      <Card>
        <EmptyState
          title={title}
          hint={hint}
          action={
            <Row gap={3} justify="center">
              <Link href={auditAddress({ subject: id })} className={buttonClass("quiet")}>
                {toLog}
              </Link>
              <Link href="/admin" className={buttonClass("quiet")}>
                {toOverview}
              </Link>
            </Row>
          }
        />
      </Card>
    </AdminFrame>
  );
}

/** The user's balance, open amounts, deposits and withdrawals. */
function UserFigures({ user }: { user: AdminUserDetails }) {
  const { userPage } = useTextOf("admin");
  return (
    <Card title={userPage.figures}>
      <Facts look="columns">
        <UserFacts user={user} />
      </Facts>
    </Card>
  );
}

/** The user's details and locks. The title of the page is their e-mail. */
function UserHead({ user }: { user: AdminUserDetails }) {
  const { userPage: words, users, user: history } = useTextOf("admin");
  const format = useFormat();
  const isOwn = useCurrentUser()?.id === user.id;
  const sendsMails = useGet("settings").data?.passwordReset === true;
  const locks = [
    [words.tradingLocked, user.tradingLockedAt],
    [words.withdrawalsLocked, user.withdrawalsLockedAt],
  ] as const;
  return (
    <Row gap={[1, 3]} align="center">
      <RoleBadge role={user.role} />
      {isOwn && <Badge tone="neutral">{users.you}</Badge>}
      <UserProposals userId={user.id} />
      {sendsMails && user.emailConfirmedAt === null && (
        <span data-tip={words.unconfirmedHint}>
          <Badge tone="neutral">{words.unconfirmed}</Badge>
        </span>
      )}
      {locks.map(
        ([what, since]) =>
          since !== null && (
            <span key={what} data-tip={words.lockedSince(what, format.moment(since))}>
              <Badge tone="bad">{what}</Badge>
            </span>
          ),
      )}
      {user.pause !== null && (
        <span data-tip={words.pausedHint}>
          <Badge tone="neutral">{words.paused(format.moment(user.pause.until))}</Badge>
        </span>
      )}
      {user.closesAt !== null && (
        <span data-tip={words.closesHint}>
          <Badge tone="bad">{words.closes(format.moment(user.closesAt))}</Badge>
        </span>
      )}
      <Row gap={1} align="center" nowrap>
        <Caption as="span">
          {words.id} <Code translate="no">{user.id}</Code>
        </Caption>
        <CopyButton label={words.copyId(user.id)} value={user.id} />
      </Row>
      <Caption loose>
        {history.since} <Created at={user.createdAt} isDateFirst />
        {user.invitation !== null && (
          <>
            {" · "}
            {words.invited} <TextLink href="/admin/invitations">{user.invitation.label}</TextLink>
          </>
        )}
      </Caption>
      {user.terms !== null && (
        <Caption loose>{words.terms(user.terms.version, format.moment(user.terms.acceptedAt))}</Caption>
      )}
      {user.emailConfirmedAt !== null && (
        <Caption loose>{words.confirmedOn(format.moment(user.emailConfirmedAt))}</Caption>
      )}
    </Row>
  );
}
