import type { Security } from "@veritick/contract/schemas/security.ts";
import { tickOf, useFormat } from "../../lib/format.ts";
import { useNowTick } from "../../lib/live/now-tick.ts";
import { useLaterText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";

const REFRESH_SECONDS = 30;

/** Says that withdrawals pause, until when and why; nothing while they do not. */
export function HoldBanner({ security }: { security: Security }) {
  const { hold } = useLaterText().profile;
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
