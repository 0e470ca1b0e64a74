import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { readFormAmount } from "@veritick/domain/money.ts";
import { MIN_DEPOSIT, MIN_STAKE } from "@veritick/domain/product.ts";
import { plainAmount } from "@veritick/domain/typed-amounts.ts";
import { Suspense, useEffect, useState } from "react";
import { ApiError, call } from "../../../api/client.ts";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useIntent } from "../../../api/use-submit.ts";
import { useGet } from "../../../api/query.ts";
import { useFields, useForm } from "../../../api/use-form.ts";
import type { Fields } from "../../../api/use-form.ts";
import { isLimitSkipped, noteLimitSkipped, useLanguage } from "../../../lib/preferences.ts";
import { useDeskText, useText, useTextOf } from "../../../locales/text.ts";
import { Failure } from "../../../ui/states.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { useAmountFault } from "../../../ui/form/amount-fault.ts";
import { AmountField } from "../../../ui/form/text-input.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { dismissRefusal } from "../../../ui/overlay/notice-store.ts";
import { Caption, Grid, Stack } from "../../../ui/primitives.tsx";
import { LimitsLink, refreshLimits, setLimit } from "../../account/public.ts";
import { HelpLinks } from "../../account/public-forms.ts";
import { DepositView, SandboxBanner } from "./deposit-view.tsx";
import { canBePaid, rememberDeposit, useLiveDeposit } from "./payment-queries.ts";

const FIELDS = ["amount", "limit"] as const;
const QUICK_AMOUNTS = ["25", "50", "100", "250"];
const RESET_DELAY_MS = 300;

type DepositDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/**
 * Asks for an amount, then shows where to pay it. Once the closed dialog is out of sight, a new one replaces it, which a
 * late answer to the old one does not reach.
 */
export function DepositDialog(props: DepositDialogProps) {
  const { open } = props;
  const [opening, setOpening] = useState(0);

  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => setOpening((count) => count + 1), RESET_DELAY_MS);
    return () => clearTimeout(timer);
  }, [open]);

  return <OneDeposit key={opening} {...props} />;
}

function OneDeposit({ open, onOpenChange }: DepositDialogProps) {
  const { deposit } = useTextOf("later").payments;
  const fields = useFields(FIELDS);
  const [created, setCreated] = useState<Deposit>();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={created ? <DepositTitle known={created} /> : deposit.form.title}
      description={created ? undefined : deposit.form.description}
    >
      {created ? (
        <DepositView known={created} onDone={() => onOpenChange(false)} />
      ) : (
        <DepositForm fields={fields} onCreated={setCreated} />
      )}
    </Dialog>
  );
}

/** The dialog's title. It says that the payment is awaited while it can be made. */
function DepositTitle({ known }: { known: Deposit }) {
  const { deposit } = useTextOf("later").payments;
  const now = useLiveDeposit(known);
  return canBePaid(now) ? deposit.awaiting.title : deposit.form.title;
}

type DepositFormProps = { fields: Fields<(typeof FIELDS)[number]>; onCreated: (deposit: Deposit) => void };

/** Refusals by limits that users set themselves. The form then links to the page of the limits. */
const LIMITED = ["paused", "deposit_limit", "deposit_limit_reached"];

function DepositForm({ fields, onCreated }: DepositFormProps) {
  const { common } = useText();
  const { trade } = useDeskText();
  const { form: words, firstLimit } = useTextOf("later").payments.deposit;
  const language = useLanguage();
  const intent = useIntent();
  const installation = useGet("settings");
  const [isLimited, setLimited] = useState(false);
  const prompt = useLimitPrompt();
  const limitOf = ({ limit }: { limit: string }) => (prompt.isShown ? plainAmount(limit, language) : "");
  const sayFault = useAmountFault();

  const form = useForm(fields, {
    check(values) {
      setLimited(false);
      const amount = readFormAmount(plainAmount(values.amount, language), MIN_DEPOSIT);
      const limit = limitOf(values);
      return {
        amount: sayFault(amount, words.minimumMissed),
        limit: limit === "" ? undefined : sayFault(readFormAmount(limit, MIN_STAKE), firstLimit.invalid),
      };
    },
    faultTitle: () => words.invalid,
    async send(values) {
      const body = { amount: plainAmount(values.amount, language) };
      const limit = limitOf(values);
      if (limit !== "") await setLimit("deposit_week", limit);
      return intent.send(body, (idempotencyKey) => call("createDeposit", { body, idempotencyKey }));
    },
    failed: words.failed,
    onDone(deposit) {
      rememberDeposit(deposit);
      dismissRefusal();
      onCreated(deposit);
    },
    onRefused(error) {
      const code = error instanceof ApiError ? (error.code ?? "") : "";
      if (code === "paused") refreshLimits();
      setLimited(LIMITED.includes(code));
    },
  });

  function change(typed: string) {
    form.set("amount", typed);
    setLimited(false);
  }

  return (
    <Stack as="form" gap={5} {...form.attributes}>
      {installation.data?.sandbox && <SandboxBanner />}
      <Stack gap={2}>
        <AmountField
          label={words.amount}
          hint={words.minimum}
          error={form.errors.amount}
          data-autofocus
          name="amount"
          value={form.values.amount}
          suffix="USDMS"
          least={MIN_DEPOSIT}
          onValueChange={change}
        />
        <Grid gap={2} columns="repeat(4, 1fr)" role="group" aria-label={trade.ticket.quickGroup}>
          {QUICK_AMOUNTS.map((amount) => (
            <Button
              key={amount}
              variant="quiet"
              size="small"
              aria-label={`${amount} USDMS`}
              onClick={() => change(amount)}
            >
              {amount}
            </Button>
          ))}
        </Grid>
      </Stack>
      {prompt.isShown && (
        <Stack gap={2}>
          <AmountField
            label={firstLimit.label}
            hint={firstLimit.hint}
            error={form.errors.limit}
            name="limit"
            value={form.values.limit}
            suffix="USDMS"
            onValueChange={(typed) => form.set("limit", typed)}
          />
          <div>
            <LinkButton
              onClick={() => {
                prompt.skip();
                fields.set("limit", "");
                fields.focus("amount");
              }}
            >
              {firstLimit.skip}
            </LinkButton>
          </div>
        </Stack>
      )}
      <Failure words={form.failure} />
      {isLimited && (
        <Suspense fallback={null}>
          <p>
            <LimitsLink />
          </p>
        </Suspense>
      )}
      <Button type="submit" size="large" pending={form.isPending} pendingLabel={words.pending}>
        {words.submit}
      </Button>
      <div>
        <Caption pretty>{common.risk}</Caption>
        <HelpLinks />
      </div>
    </Stack>
  );
}

/** Asks for a limit once, before the first deposit. Never asks if there is a limit, or after the user has skipped it. */
function useLimitPrompt() {
  const userId = useCurrentUser()?.id;
  const deposits = useGet("listDeposits").data;
  const limits = useGet("getLimits").data?.limits;
  const [isSkipped, setSkipped] = useState(() => isLimitSkipped(userId));
  // Until all answers are known, nothing appears, because it would push the button down.
  const isFirst = deposits?.length === 0;
  const isUnlimited =
    limits?.every(({ kind, amount }) => !kind.startsWith("deposit") || amount === null) === true;
  return {
    isShown: isFirst && isUnlimited && !isSkipped,
    skip() {
      setSkipped(true);
      if (userId !== undefined) noteLimitSkipped(userId);
    },
  };
}

type DepositDetailsProps = { known: Deposit; open: boolean; onOpenChange: (open: boolean) => void };

/** Opens a deposit from the history, in the same view as after its creation. */
export function DepositDetails({ known, open, onOpenChange }: DepositDetailsProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={<DepositTitle known={known} />}>
      <DepositView known={known} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}
