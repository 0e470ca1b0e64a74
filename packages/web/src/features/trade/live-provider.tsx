import type { Position } from "@veritick/contract/schemas/positions.ts";
import type { ReactNode } from "react";
import { formatIn } from "../../lib/format.ts";
import type { News } from "../../api/live/open-live.ts";
import { LiveProvider as Provider } from "../../api/live/live-provider.tsx";
import { chosenLanguage } from "../../lib/preferences.ts";
import { textIn } from "../../locales/text.ts";
import { notify } from "../../ui/overlay/notice-store.ts";
import { announceSecurity } from "../account/public.ts";
import { tellOfDeposit } from "../money/public.ts";

/** The live connection, with a notice for every position that is decided, every deposit that is credited, and what bears on the account's safety. */
export function LiveProvider({ children }: { children: ReactNode }) {
  return <Provider onPush={announce}>{children}</Provider>;
}

function announce(push: News) {
  if (push.type === "positionResolved") announceResult(push.position);
  if (push.type === "depositUpdate") tellOfDeposit(push.deposit);
  if (push.type === "securityEvent") announceSecurity(push.event);
}

function announceResult({ status, profit }: Position) {
  if (status === "active") return;
  const language = chosenLanguage();
  const text = textIn(language).trade;
  notify({
    title: text.result[status],
    body: profit === null ? undefined : text.amount(formatIn(language).signedMoney(profit)),
    tone: status === "lost" ? "destructive" : "default",
    isNews: true,
  });
}
