import { useCurrentUser } from "../../../api/current-user.ts";
import { useGet, useMaintenance } from "../../../api/query.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Banner } from "../../../ui/states.tsx";
import { ConfirmFirst } from "../../account/public-forms.ts";
import type { useWithdrawalGuard } from "./use-withdraw.ts";

/** Shows the reasons for which the server would refuse, before the user types. */
export function WithdrawalObstacles({
  heldUntil,
  needsEmail,
}: Pick<ReturnType<typeof useWithdrawalGuard>, "heldUntil" | "needsEmail">) {
  const { withdrawal, sandbox } = useTextOf("later").payments;
  const format = useFormat();
  const installation = useGet("settings");
  const maintenance = useMaintenance();
  const email = useCurrentUser()?.email ?? "";
  return (
    <>
      {maintenance?.withdrawalsStopped && (
        <Banner tone="warn" live>
          {withdrawal.stopped}
        </Banner>
      )}
      {needsEmail && <ConfirmFirst email={email}>{withdrawal.unconfirmed(email)}</ConfirmFirst>}
      {heldUntil !== null && (
        <Banner tone="warn" live>
          {withdrawal.held(format.moment(heldUntil))}
        </Banner>
      )}
      {installation.data?.sandbox && <Banner tone="info">{sandbox.noPayout}</Banner>}
    </>
  );
}
