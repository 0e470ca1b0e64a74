import type { Position } from "@veritick/contract/schemas/positions.ts";
import type { ReactNode } from "react";
import { formatIn } from "../../lib/format.ts";
import type { News } from "../../api/live/open-live.ts";
import { LiveProvider as Provider } from "../../api/live/live-provider.tsx";
import { chosenLanguage } from "../../lib/preferences.ts";
import { textIn } from "../../locales/text.ts";
import { announceSecurity } from "../account/public.ts";
import { tellOfDeposit } from "../money/public.ts";
import { gather, tellResults } from "./results.ts";

/**
 * The live connection, with a notice for every position that is decided, every deposit that is credited, and what bears on the
 * account's safety.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  return <Provider onPush={announce}>{children}</Provider>;
}

function announce(push: News) {
  if (push.type === "positionResolved") tellResult(push.position);
  if (push.type === "depositUpdate") tellOfDeposit(push.deposit);
  if (push.type === "securityEvent") announceSecurity(push.event);
}

const tellResult = gather<Position>((decided) => {
  const language = chosenLanguage();
  const text = textIn(language).trade;
  tellResults(decided, text.result, (sum) => text.amount(formatIn(language).signedMoney(sum)));
});
