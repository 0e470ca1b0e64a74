import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import { formatMinor, parseMinor, sumMinor } from "@veritick/domain/money.ts";
import { useState } from "react";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Num } from "../../../ui/primitives.tsx";
import { adminCall } from "../admin-queries.ts";
import { RunTogether } from "../lists/run-together.tsx";
import type { Together, TogetherProps } from "../lists/selection.tsx";
import { useMay } from "../roles.tsx";
import { addUserNote, useUserNoteFields } from "../user-note.ts";
import { useReasonField } from "./decide-buttons.tsx";
import { isOpenDeposit, rememberDecided } from "./request-lists.ts";

type Request = AdminDeposit | AdminWithdrawal;

/** The deposits and withdrawals that their rows offer to decide can be rejected together, or noted about their users. */
export const DEPOSITS_TOGETHER: Together<AdminDeposit> = {
  useCanSelect: () => useDecider(isOpenDeposit),
  Actions: ({ selected, onDone }) => {
    const { deposits, queue } = useTextOf("admin");
    return (
      <RequestActions
        selected={selected}
        onDone={onDone}
        label={deposits.reject}
        text={queue.together.rejectDeposits}
        reject={(request) => adminCall("rejectDeposit", request)}
      />
    );
  },
};

export const WITHDRAWALS_TOGETHER: Together<AdminWithdrawal> = {
  useCanSelect: () => useDecider(({ status }) => status === "pending"),
  Actions: ({ selected, onDone }) => {
    const { withdrawals, queue } = useTextOf("admin");
    return (
      <RequestActions
        selected={selected}
        onDone={onDone}
        label={withdrawals.reject}
        text={queue.together.rejectWithdrawals}
        reject={(request) => adminCall("rejectWithdrawal", request)}
      />
    );
  },
};

function useDecider<T extends Request>(isOpen: (item: T) => boolean) {
  const may = useMay();
  if (!may("cashier")) return undefined;
  return (item: T) => isOpen(item) && item.awaiting === null && item.attention === null;
}

/** Returns what names a request to people who cannot see its row. */
export function useRequestName(): (item: Request) => string {
  const format = useFormat();
  return ({ amount, userEmail }) => `${format.money(amount)} USDMS, ${userEmail}`;
}

type Rejection = { params: { id: string }; body?: { reason: string }; idempotencyKey: string };

type RequestActionsProps<T extends Request> = TogetherProps<T> & {
  label: string;
  text: string;
  reject: (rejection: Rejection) => Promise<T>;
};

function RequestActions<T extends Request>(props: RequestActionsProps<T>) {
  const { selected, onDone, label, text, reject } = props;
  const { queue, care } = useTextOf("admin");
  const words = queue.together;
  const may = useMay();
  const nameOf = useRequestName();
  const reason = useReasonField();
  const [asked, setAsked] = useState<{ what: "reject" | "note"; items: readonly T[] }>();
  const ask = (what: "reject" | "note") => setAsked({ what, items: selected });
  const close = () => setAsked(undefined);
  return (
    <>
      {selected.length > 0 && (
        <>
          <Button variant="danger" onClick={() => ask("reject")}>
            {label}
          </Button>
          {may("support") && (
            <Button variant="quiet" onClick={() => ask("note")}>
              {care.note}
            </Button>
          )}
        </>
      )}
      {asked?.what === "reject" && (
        <RunTogether
          items={asked.items}
          title={words.rejectTitle(asked.items.length)}
          confirmLabel={words.rejectAll(asked.items.length)}
          isDanger
          fields={[reason]}
          summary={<Summary items={asked.items} text={text} />}
          send={async ({ id }, { reason: given }, idempotencyKey) => {
            const body = given === "" ? {} : { body: { reason: given } };
            const decided = await reject({ params: { id }, ...body, idempotencyKey });
            rememberDecided(decided);
            return decided;
          }}
          nameOf={nameOf}
          onDone={onDone}
          onClose={close}
        />
      )}
      {asked?.what === "note" && <NoteTogether items={asked.items} onDone={onDone} onClose={close} />}
    </>
  );
}

type NoteTogetherProps = {
  items: readonly Request[];
  onDone: (items: readonly Request[]) => void;
  onClose: () => void;
};

/** Adds one note about each of the users behind the requests. */
function NoteTogether({ items, onDone, onClose }: NoteTogetherProps) {
  const { queue, notes } = useTextOf("admin");
  const words = queue.together;
  const people = [...new Map(items.map((item) => [item.userId, item])).values()];
  return (
    <RunTogether
      items={people}
      title={words.noteTitle(people.length)}
      confirmLabel={notes.add}
      fields={useUserNoteFields()}
      summary={<p>{people.map(({ userEmail }) => userEmail).join(", ")}</p>}
      send={({ userId }, values, idempotencyKey) => addUserNote(userId, values, idempotencyKey)}
      nameOf={({ userEmail }) => userEmail}
      onDone={(noted) => onDone(items.filter(({ userId }) => noted.some((each) => each.userId === userId)))}
      onClose={onClose}
    />
  );
}

const total = (amounts: readonly string[]): string =>
  formatMinor(sumMinor(amounts.map((amount) => parseMinor(amount))));

type SummaryProps = {
  items: readonly { readonly amount: string; readonly userEmail: string }[];
  text: string;
  /** The amounts to be paid out, if the decision pays them. */
  nets?: readonly string[];
};

/** What is about to be decided together, in figures. */
export function Summary({ items, text, nets = [] }: SummaryProps) {
  const { together: words } = useTextOf("admin").queue;
  const format = useFormat();
  const people = new Set(items.map(({ userEmail }) => userEmail)).size;
  return (
    <>
      <p>{text}</p>
      <Facts>
        <Fact name={words.count}>
          <Num>{format.number(items.length)}</Num>
        </Fact>
        <Fact name={words.people}>
          <Num>{format.number(people)}</Num>
        </Fact>
        <Fact name={words.sum}>
          <Amount of={total(items.map(({ amount }) => amount))} unit="USDMS" />
        </Fact>
        {nets.length > 0 && (
          <Fact name={words.net}>
            <Amount tone="strong" of={total(nets)} unit="USDT" />
          </Fact>
        )}
      </Facts>
    </>
  );
}
