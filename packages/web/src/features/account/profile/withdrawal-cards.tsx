import type { UseQueryResult } from "@tanstack/react-query";
import type { WithdrawalAddress } from "@veritick/contract/schemas/payments.ts";
import type { Security } from "@veritick/contract/schemas/security.ts";
import { isKnownContract, isPayableAddress, plainAddress } from "@veritick/domain/addresses.ts";
import { useState } from "react";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { call } from "../../../api/client.ts";
import { useNowTick } from "../../../api/live/live.ts";
import { keyOf, queryClient } from "../../../api/query.ts";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { inFours, tickOf, useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { LongCode } from "../../../ui/copy-button.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Badge, Lines, Stack } from "../../../ui/primitives.tsx";
import { SettingRow } from "../../../ui/setting-row.tsx";
import { Banner } from "../../../ui/states.tsx";
import { withProof } from "../step-up/step-up.ts";
import { refreshSecurity } from "./security-query.ts";
import { SettingsCard } from "./settings-card.tsx";
import { NewCodeForm } from "./withdrawal-code-form.tsx";

type WithdrawalCodeCardProps = { exists: boolean; security: Security | undefined };

/** Creates the user's withdrawal code, once. Afterwards, the card only says that it exists. */
export function WithdrawalCodeCard({ exists, security }: WithdrawalCodeCardProps) {
  const { code } = useTextOf("later").profile;
  // The focus moves to the text that replaces the form.
  const keptFocus = useKeptFocus<HTMLDivElement>("[tabindex]");
  return (
    <Card title={code.title}>
      {security && <HoldBanner security={security} />}
      <div {...keptFocus}>
        {exists ? (
          <div tabIndex={-1}>
            <Banner tone="info">{code.created}</Banner>
          </div>
        ) : (
          <NewCodeForm holdHours={security?.withdrawalHoldHours ?? 0} />
        )}
      </div>
    </Card>
  );
}

const REFRESH_SECONDS = 30;

function HoldBanner({ security }: { security: Security }) {
  const { hold } = useTextOf("later").profile;
  const format = useFormat();
  const now = useNowTick(REFRESH_SECONDS);
  const until = security.withdrawalsHeldUntil;
  if (until === null || (now !== undefined && tickOf(until) <= now)) return null;
  return (
    <Banner tone="warn" live>
      <strong>{hold.until(format.moment(until))}</strong>{" "}
      {security.withdrawalHoldHours > 0 && hold.why(security.withdrawalHoldHours)}
    </Banner>
  );
}

const LONGEST_NAME = 50;

type AddressesCardProps = {
  addresses: UseQueryResult<WithdrawalAddress[]>;
  security: Security | undefined;
};

export function AddressesCard({ addresses, security }: AddressesCardProps) {
  const words = useTextOf("later").payments.addresses;
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<WithdrawalAddress>();
  const holdHours = security?.withdrawalHoldHours ?? 0;
  const isOnly = security?.savedAddressesOnly ?? false;
  const count = addresses.data?.length ?? 0;

  return (
    <SettingsCard
      title={words.title}
      text={words.text}
      query={addresses}
      row={(saved) => (
        <SettingRow
          key={saved.id}
          name={saved.name}
          notes={<LongCode code={saved.address} />}
          action={
            <Button variant="quiet" aria-label={words.removeOf(saved.name)} onClick={() => setRemoved(saved)}>
              {words.remove}
            </Button>
          }
        />
      )}
      actions={
        <Button variant="quiet" onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      }
    >
      {(isOnly || count > 0) && <OnlySaved isOn={isOnly} holdHours={holdHours} />}
      {isOnly && addresses.data && count === 0 && <Banner tone="warn">{words.only.none}</Banner>}
      {isAdding && <AddDialog holdHours={holdHours} onClose={() => setAdding(false)} />}
      {removed && (
        <RemoveDialog
          saved={removed}
          text={!isOnly ? words.removeText : count > 1 ? words.only.removeText : words.only.removeLastText}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </SettingsCard>
  );
}

const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf("listWithdrawalAddresses") });

function AddDialog({ holdHours, onClose }: { holdHours: number; onClose: () => void }) {
  const { payments, profile } = useTextOf("later");
  const { addresses: words, withdrawal } = payments;
  return (
    <AskDialog
      title={words.add}
      fields={[
        {
          name: "name",
          label: words.name,
          hint: words.nameHint,
          maxLength: LONGEST_NAME,
          read: (typed) => typed.trim() || undefined,
          invalid: words.nameInvalid,
        },
        {
          name: "address",
          label: withdrawal.form.address,
          // The field may be too narrow for a whole address.
          hint: (typed) => inFours(plainAddress(typed)).join(" "),
          read(typed) {
            const address = plainAddress(typed);
            return isPayableAddress(address) ? address : undefined;
          },
          invalid: (typed) => withdrawal.check[isKnownContract(plainAddress(typed)) ? "contract" : "address"],
        },
      ]}
      confirmLabel={words.save}
      isDanger={false}
      send={(body) => withProof(() => call("saveWithdrawalAddress", { body }))}
      failed={words.saveFailed}
      onDone={async ({ name }) => {
        await Promise.all([refresh(), refreshSecurity()]);
        notify({ title: words.saved, body: name });
      }}
      onRefused={() => void refresh()}
      onClose={onClose}
    >
      <Stack gap={3}>
        <p>{words.addText}</p>
        {holdHours > 0 && <Banner tone="warn">{profile.password.holdHint(holdHours)}</Banner>}
      </Stack>
    </AskDialog>
  );
}

type OnlySavedProps = { isOn: boolean; holdHours: number };

/** The switch that keeps withdrawals to saved addresses. Only switching it off asks first. */
function OnlySaved({ isOn, holdHours }: OnlySavedProps) {
  const { payments, profile } = useTextOf("later");
  const { only: words } = payments.addresses;
  const tellFailure = useTellFailure();
  const [isAsking, setAsking] = useState(false);
  const switchOn = useSubmit({
    mutationFn: () => call("setSavedAddressesOnly", { body: { on: true } }),
    onSuccess: () => notify({ title: words.switchedOn }),
    onError: (error) => void tellFailure(error, words.failed),
    onSettled: () => Promise.all([refresh(), refreshSecurity()]),
  });
  return (
    <>
      <Lines>
        <SettingRow
          name={words.name}
          badge={<Badge tone={isOn ? "good" : "neutral"}>{isOn ? words.on : words.off}</Badge>}
          notes={words.text}
          action={
            <Button
              variant="quiet"
              pending={switchOn.isPending}
              aria-label={isOn ? words.switchOffLabel : words.switchOnLabel}
              onClick={() => (isOn ? setAsking(true) : switchOn.mutate())}
            >
              {isOn ? words.switchOff : words.switchOn}
            </Button>
          }
        />
      </Lines>
      {isAsking && (
        <AskDialog
          title={words.offTitle}
          confirmLabel={words.switchOff}
          send={() => withProof(() => call("setSavedAddressesOnly", { body: { on: false } }))}
          failed={words.failed}
          onDone={async () => {
            await refreshSecurity();
            notify({ title: words.switchedOff });
          }}
          onClose={() => setAsking(false)}
        >
          <Stack gap={3}>
            <p>{words.offText}</p>
            {holdHours > 0 && <Banner tone="warn">{profile.password.holdHint(holdHours)}</Banner>}
          </Stack>
        </AskDialog>
      )}
    </>
  );
}

type RemoveDialogProps = { saved: WithdrawalAddress; text: string; onClose: () => void };

function RemoveDialog({ saved, text, onClose }: RemoveDialogProps) {
  const words = useTextOf("later").payments.addresses;
  return (
    <AskDialog
      title={words.removeTitle(saved.name)}
      confirmLabel={words.remove}
      send={() => call("removeWithdrawalAddress", { params: { id: saved.id } })}
      failed={words.removeFailed}
      onDone={async () => {
        await refresh();
        notify({ title: words.removed, body: saved.name });
      }}
      // Another tab may have removed it.
      onRefused={() => void refresh()}
      onClose={onClose}
    >
      <p>{text}</p>
    </AskDialog>
  );
}
