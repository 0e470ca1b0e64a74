import type { DepositStatus } from "@veritick/contract/deposits.ts";
import { useText } from "../../locales/text.ts";
import { Badge } from "../../ui/badge.tsx";
import type { BadgeTone } from "../../ui/badge.tsx";

const TONES: Record<DepositStatus, BadgeTone> = {
  pending: "neutral",
  confirming: "warn",
  confirmed: "good",
  failed: "bad",
};

export function DepositStatusBadge({ status }: { status: DepositStatus }) {
  const { wallet } = useText();
  return (
    <Badge tone={TONES[status]} term={status}>
      {wallet.depositStatus[status]}
    </Badge>
  );
}
