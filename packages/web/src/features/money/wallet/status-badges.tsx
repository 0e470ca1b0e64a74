import type { DepositStatus, Withdrawal, WithdrawalStatus } from "@veritick/contract/schemas/payments.ts";
import { useDeskText } from "../../../locales/text.ts";
import { Badge } from "../../../ui/primitives.tsx";
import type { BadgeTone } from "../../../ui/primitives.tsx";

const TONES: Record<DepositStatus | WithdrawalStatus, BadgeTone> = {
  pending: "neutral",
  confirming: "warn",
  processing: "warn",
  confirmed: "good",
  completed: "good",
  failed: "bad",
};

type StatusBadgeProps<Status> = {
  status: Status;
  /** False for administrators, because the explanation addresses the owner. */
  isExplained?: boolean;
};

export function DepositStatusBadge({ status, isExplained = true }: StatusBadgeProps<DepositStatus>) {
  const { wallet } = useDeskText();
  return (
    <Badge tone={TONES[status]} term={isExplained ? status : undefined}>
      {wallet.depositStatus[status]}
    </Badge>
  );
}

type WithdrawalStatusBadgeProps = StatusBadgeProps<WithdrawalStatus> & Pick<Withdrawal, "failureReason">;

export function WithdrawalStatusBadge(props: WithdrawalStatusBadgeProps) {
  const { status, failureReason, isExplained = true } = props;
  const { wallet } = useDeskText();
  if (failureReason === "cancelled") return <Badge tone="neutral">{wallet.cancelled}</Badge>;
  return (
    <Badge tone={TONES[status]} term={isExplained ? status : undefined}>
      {wallet.withdrawalStatus[status]}
    </Badge>
  );
}
