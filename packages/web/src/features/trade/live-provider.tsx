import type { UserPush } from "@veritick/contract/pushes.ts";
import type { ReactNode } from "react";
import { formatIn } from "../../lib/format.ts";
import { LiveProvider as Provider } from "../../lib/live/live-provider.tsx";
import { chosenLanguage } from "../../lib/preferences.ts";
import { textIn } from "../../locales/text.ts";
import { notify } from "../../ui/notice-store.ts";

/** The live connection, with a notice for every position that is decided. */
export function LiveProvider({ children }: { children: ReactNode }) {
  return <Provider onPush={announceResult}>{children}</Provider>;
}

function announceResult(push: UserPush) {
  if (push.type !== "positionResolved") return;
  const { status, profit } = push.position;
  if (status === "active") return;
  const language = chosenLanguage();
  const text = textIn(language).trade;
  notify({
    title: text.result[status],
    body: profit === null ? undefined : text.amount(formatIn(language).signedMoney(profit)),
    tone: status === "lost" ? "destructive" : "default",
  });
}
