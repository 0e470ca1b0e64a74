import type { DepositStatus, Withdrawal, WithdrawalStatus } from "@veritick/contract/schemas/payments.ts";
import { useText } from "../../../locales/text.ts";
import { Badge } from "../../../ui/primitives.tsx";
import type { BadgeTone } from "../../../ui/primitives.tsx";

const DEPOSIT_TONES: Record<DepositStatus, BadgeTone> = {
  pending: "neutral",
  confirming: "warn",
  confirmed: "good",
  failed: "bad",
};

type DepositStatusBadgeProps = {
  status: DepositStatus;
  /** False for administrators, because the explanation addresses the owner. */
  isExplained?: boolean;
};

export function DepositStatusBadge({ status, isExplained = true }: DepositStatusBadgeProps) {
  const { wallet } = useText();
  return (
    <Badge tone={DEPOSIT_TONES[status]} term={isExplained ? status : undefined}>
      {wallet.depositStatus[status]}
    </Badge>
  );
}

const WITHDRAWAL_TONES: Record<WithdrawalStatus, BadgeTone> = {
  pending: "neutral",
  processing: "warn",
  completed: "good",
  failed: "bad",
};

type WithdrawalStatusBadgeProps = Pick<Withdrawal, "status" | "failureReason"> & {
  /** False for administrators, because the explanation addresses the owner. */
  isExplained?: boolean;
};

export function WithdrawalStatusBadge({
  status,
  failureReason,
  isExplained = true,
}: WithdrawalStatusBadgeProps) {
  const { wallet } = useText();
  if (failureReason === "cancelled") return <Badge tone="neutral">{wallet.cancelled}</Badge>;
  return (
    <Badge tone={WITHDRAWAL_TONES[status]} term={isExplained ? status : undefined}>
      {wallet.withdrawalStatus[status]}
    </Badge>
  );
}
