import { Suspense } from "react";
import { useGet } from "../../lib/query.ts";
import { useText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { LimitsLink } from "../limits/public.ts";

type TicketLockedProps = {
  words: string;
  /** True where the person has paused it themselves. */
  isOwn: boolean;
};

/**
 * Says that this account cannot open positions, and leads to whom to ask where the installation names somebody, or to the
 * limits where the person has set them.
 */
export function TicketLocked({ words, isOwn }: TicketLockedProps) {
  const { support } = useText().common;
  const address = useGet("settings").data?.supportChatUrl ?? null;
  return (
    <Banner
      tone="warn"
      live
      action={
        !isOwn &&
        address !== null && (
          <a href={address} target="_blank" rel="noreferrer" className={buttonClass("quiet")}>
            {support.label}
          </a>
        )
      }
    >
      {words}{" "}
      {isOwn && (
        <Suspense fallback={null}>
          <LimitsLink />
        </Suspense>
      )}
    </Banner>
  );
}
