import { ROLES } from "@veritick/contract/roles.ts";
import type { Role } from "@veritick/contract/roles.ts";
import type { AdminUser, AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { AskDialog, noteField, readNote } from "../../../api/ask-dialog.tsx";
import { forgetSession } from "../../../api/sign-in.ts";
import { useTextOf } from "../../../locales/text.ts";
import {
  adminCall,
  isGone,
  loseAdministration,
  refreshAdministration,
  rememberUser,
  useStats,
  useUserHistory,
} from "../admin-queries.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Banner, Loaded } from "../../../ui/states.tsx";
import { Caption, Skeleton, Stack } from "../../../ui/primitives.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Segmented } from "../../../ui/form/choices.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";

type ChangeRightsProps = { user: AdminUser; isOwn: boolean; onClose: () => void };

const hasLessRights = ({ isAdmin, role }: AdminUser) => isAdmin && role !== "administrator";

/** Returns the label of the button that changes a user's rights. */
export function useRightsLabel(user: AdminUser) {
  const { users } = useTextOf("admin");
  if (!user.isAdmin) return { label: users.grant, labelOf: users.grantOf };
  return hasLessRights(user)
    ? { label: users.revokeRights, labelOf: users.revokeRightsOf }
    : { label: users.revoke, labelOf: users.revokeOf };
}

/** Asks for confirmation before a user gets or loses administration rights. */
export function ChangeRights({ user, isOwn, onClose }: ChangeRightsProps) {
  const { rights: words, users, proposals, roles } = useTextOf("admin");
  const { id, email } = user;
  // The question stays the same after the list behind it shows the result.
  const [isGrant] = useState(!user.isAdmin);
  const [role, setRole] = useState<Role>("administrator");
  const givesLess = isGrant && role !== "administrator";
  // A user with a lesser role, such as cashier, loses that role and not an administrator's.
  const [hadLess] = useState(hasLessRights(user));
  const [title, body] = isGrant
    ? [givesLess ? words.roleTitle(email, roles.names[role]) : words.grantTitle(email), words.grantText]
    : isOwn
      ? [words.ownTitle, words.ownText]
      : [hadLess ? words.revokeRightsTitle(email) : words.revokeTitle(email), words.revokeText];
  const [grantLabel, revokeLabel] = [
    givesLess ? users.giveRole : users.grant,
    hadLess ? users.revokeRights : users.revoke,
  ];
  const grantedBody = givesLess ? words.grantedRole(email, roles.names[role]) : words.granted(email);
  const madeBody = isGrant && !givesLess ? proposals.madeRights(email) : proposals.madeRole(email);
  const doneBody = isGrant ? grantedBody : hadLess ? words.revokedRights(email) : words.revoked(email);
  return (
    <AskDialog
      title={title}
      confirmLabel={isGrant ? grantLabel : revokeLabel}
      send={() =>
        adminCall("setAdmin", { params: { id }, body: { isAdmin: isGrant, ...(givesLess && { role }) } })
      }
      failed={words.failed}
      onDone={(changed) => {
        rememberUser(changed);
        notify(
          changed.awaiting === null
            ? { title: words.changed, body: doneBody }
            : changed.awaiting.effectiveAt === null
              ? { title: proposals.made, body: madeBody }
              : { title: proposals.delayed, body: proposals.delayedRights(email) },
        );
        if (isOwn && !changed.isAdmin) loseAdministration();
      }}
      onSettled={() => refreshAdministration(id)}
      onClose={onClose}
    >
      <p>{body}</p>
      {isGrant && (
        <Stack gap={2}>
          <Segmented
            label={roles.label}
            value={role}
            onChange={setRole}
            options={ROLES.map((value) => ({ value, label: roles.short[value] }))}
          />
          <Caption>{roles.what[role]}</Caption>
        </Stack>
      )}
    </AskDialog>
  );
}

type DeleteUserProps = { user: AdminUser; isOwn: boolean; onDeleted: () => void; onClose: () => void };

/** Asks for confirmation before a user is deleted, and names what is lost with them. Waits until that is known. */
export function DeleteUser({ user, isOwn, onDeleted, onClose }: DeleteUserProps) {
  const { deletion: words, proposals, user: known, users, userPage } = useTextOf("admin");
  const { id, email } = user;
  const needsReason = useStats().data?.reasonRequired === true;
  const reason = noteField(
    needsReason ? userPage.reason : users.note,
    userPage.reasonHint,
    userPage.reasonMissing,
  );
  const details = useUserHistory(id);
  const isKnown = details.data !== undefined;

  async function remove(note: string) {
    try {
      const body = note === "" ? {} : { body: { note } };
      return (await adminCall("deleteUser", { params: { id }, ...body })).awaiting;
    } catch (error) {
      // The user is gone: an unanswered attempt or another administrator deleted them.
      if (!(error instanceof ApiError && error.code === "not_found")) throw error;
      return null;
    }
  }

  return (
    <AskDialog
      title={words.title(email)}
      confirmLabel={words.confirm}
      isDisabled={!isKnown || details.data.processingWithdrawals.count > 0}
      fields={[
        needsReason ? reason : { ...reason, read: (typed) => (typed.trim() === "" ? "" : readNote(typed)) },
      ]}
      send={({ note }) => remove(note)}
      failed={words.failed}
      onDone={async (awaiting) => {
        if (awaiting !== null) {
          notify({ title: proposals.made, body: proposals.madeDecision });
          return;
        }
        notify({ title: words.done, body: email });
        if (isOwn) await forgetSession();
        else onDeleted();
      }}
      onSettled={() => {
        if (!isOwn) refreshAdministration(id);
      }}
      onClose={onClose}
    >
      <p>{isOwn ? words.ownText : words.text}</p>
      {isGone(details.error) ? (
        <Banner tone="warn">{known.gone}</Banner>
      ) : (
        <Loaded
          query={details}
          look="banner"
          failed={known.failed}
          loading={<Skeleton width="100%" height={157} />}
        >
          {(all) => <GivenUp details={all} />}
        </Loaded>
      )}
    </AskDialog>
  );
}

function GivenUp({ details }: { details: AdminUserDetails }) {
  const { user: words, deletion } = useTextOf("admin");
  const { balance, openPositions, pendingWithdrawals, processingWithdrawals } = details;
  const counted = [
    [words.positions, openPositions],
    [words.pending, pendingWithdrawals],
  ] as const;
  return (
    <>
      <Facts>
        <Fact name={words.balance}>
          <Amount of={balance} unit="USDMS" />
        </Fact>
        {counted.map(([name, { count, amount }]) => (
          <Fact key={name} name={name}>
            <Amount of={amount} words={(shown) => words.times(count, shown)} />
          </Fact>
        ))}
      </Facts>
      {processingWithdrawals.count > 0 && <Banner tone="bad">{deletion.stuck}</Banner>}
    </>
  );
}
