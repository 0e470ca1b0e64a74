import type { DepositStatus } from "@veritick/contract/schemas/payments.ts";
import { useText } from "../../locales/text.ts";
import { Badge } from "../../ui/badge.tsx";
import type { BadgeTone } from "../../ui/badge.tsx";

const TONES: Record<DepositStatus, BadgeTone> = {
  pending: "neutral",
  confirming: "warn",
  confirmed: "good",
  failed: "bad",
};

type DepositStatusBadgeProps = {
  status: DepositStatus;
  /** False where somebody else looks at it than whoever's it is, to whom the explanation speaks. */
  isExplained?: boolean;
};

export function DepositStatusBadge({ status, isExplained = true }: DepositStatusBadgeProps) {
  const { wallet } = useText();
  return (
    <Badge tone={TONES[status]} term={isExplained ? status : undefined}>
      {wallet.depositStatus[status]}
    </Badge>
  );
}
