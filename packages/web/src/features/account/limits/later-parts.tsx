import type { Pause } from "@veritick/contract/schemas/limits.ts";
import { Suspense, useEffect, useState } from "react";
import { useCurrentUser } from "../../../api/current-user.ts";
import { useLive, useStore } from "../../../api/live/live.ts";
import { useGet } from "../../../api/query.ts";
import { tickOf } from "../../../lib/format.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { withTextOf } from "../../../locales/text.ts";
import { useLegalGuard } from "../legal/legal-parts.tsx";
import { deviceZone, setTimeZone } from "./limits-query.ts";

// Few people see these, so each is loaded when it is first shown.
const PausedDialog = lazyPart(
  async () => (await withTextOf("later", import("./paused-dialog.tsx"))).PausedDialog,
);
const PauseBanner = lazyPart(
  async () => (await withTextOf("later", import("./paused-dialog.tsx"))).PauseBanner,
);
export const LimitsLink = lazyPart(
  async () => (await withTextOf("later", import("./paused-dialog.tsx"))).LimitsLink,
);
const SessionReminder = lazyPart(async () => (await import("./session-reminder.tsx")).SessionReminder);

/** Shows the notice about a break, which is loaded only during one. */
export function PausePlace() {
  const pause = usePause();
  return (
    pause !== null && (
      <Suspense fallback={null}>
        <PauseBanner pause={pause} />
      </Suspense>
    )
  );
}

/** Returns the current break of the user, or null. */
function usePause(): Pause | null {
  const pause = useGet("getLimits").data?.pause ?? null;
  const { price } = useLive();
  const isOver = useStore(
    price,
    // A break without a readable end is none: the server refuses if there is one after all.
    ({ tick }) => pause !== null && tick !== undefined && !(tickOf(pause.until) >= tick),
  );
  return isOver ? null : pause;
}

/**
 * Returns a function that opens something unless the user is on a break, their country is blocked, or they have terms to
 * accept. In that case `notice`, drawn beside it, says so. `isPaused` is true if only time or another place changes that.
 */
export function useUnlessPaused() {
  const pause = usePause();
  const legal = useLegalGuard();
  const [told, setTold] = useState<{ until: string; open: boolean }>();
  return {
    isPaused: pause !== null || legal.isBlocked,
    unlessPaused: (open: () => void) =>
      pause === null ? (legal.ask ?? open)() : setTold({ until: pause.until, open: true }),
    notice: (
      <>
        {told && (
          <Suspense fallback={null}>
            <PausedDialog {...told} onOpenChange={(open) => setTold({ ...told, open })} />
          </Suspense>
        )}
        {legal.notice}
      </>
    ),
  };
}

/** Reminds people of the time they have spent. The code is loaded only for those who asked for it. */
export function ReminderPlace() {
  const userId = useCurrentUser()?.id;
  const limits = useGet("getLimits").data;
  const everyMinutes = limits?.reminderMinutes ?? null;
  const isZoneUnknown = limits !== undefined && limits.timeZone === null;
  useEffect(() => {
    // Without a time zone the days are those of UTC, so a failure needs no message.
    if (isZoneUnknown) void setTimeZone(deviceZone()).catch(() => {});
  }, [isZoneUnknown]);
  return (
    userId !== undefined &&
    everyMinutes !== null && (
      <Suspense fallback={null}>
        <SessionReminder userId={userId} everyMinutes={everyMinutes} />
      </Suspense>
    )
  );
}
