import type { ReactNode } from "react";
import { settings } from "../../lib/calls.ts";
import { useGet } from "../../lib/query.ts";
import { useText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";
import { buttonClass } from "../../ui/button.tsx";

/** Says that this account cannot open positions, and leads to whom to ask where the installation names somebody. */
export function TicketLocked({ children }: { children: ReactNode }) {
  const { support } = useText().common;
  const address = useGet(settings).data?.supportChatUrl ?? null;
  return (
    <Banner
      tone="warn"
      live
      action={
        address !== null && (
          <a href={address} target="_blank" rel="noreferrer" className={buttonClass("quiet")}>
            {support.label}
          </a>
        )
      }
    >
      {children}
    </Banner>
  );
}
