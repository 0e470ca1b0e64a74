import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import type { ComponentProps } from "react";
import { AskDialog } from "../../api/ask-dialog.tsx";
import { useTextOf } from "../../locales/text.ts";
import { notify } from "../../ui/overlay/notice-store.ts";
import type { Notice } from "../../ui/overlay/notice-store.ts";
import { refreshAdministration } from "./admin-queries.ts";

type AskProps<N extends string, T> = ComponentProps<typeof AskDialog<N, T>>;

type DecisionDialogProps<N extends string, T> = Omit<AskProps<N, T>, "onDone" | "onSettled"> & {
  /** The user whom the decision concerns; null if there is none. */
  userId: string | null;
  /** Says that it is done. A decision that awaits a second administrator says that instead. */
  done: Notice | ((decided: T, values: Readonly<Record<N, string>>) => Notice);
  /** Puts the answer where it is shown. */
  remember?: (decided: T) => void;
};

/** Asks before a decision, reports it, and refreshes what it may have changed, also after a refusal. */
export function DecisionDialog<N extends string, T extends object>(props: DecisionDialogProps<N, T>) {
  const { userId, done, remember, ...rest } = props;
  const { proposals } = useTextOf("admin");

  function tell(decided: T, values: Readonly<Record<N, string>>) {
    remember?.(decided);
    const { awaiting = null }: { readonly awaiting?: Awaiting } = decided;
    if (awaiting !== null) notify({ title: proposals.made, body: proposals.madeDecision });
    else notify(typeof done === "function" ? done(decided, values) : done);
  }

  return <AskDialog<N, T> {...rest} onDone={tell} onSettled={() => refreshAdministration(userId ?? "")} />;
}
