import { Suspense } from "react";
import { useCurrentUser } from "../../lib/current-user.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useGet } from "../../lib/query.ts";

const SessionReminder = lazyPart(async () => ({
  default: (await import("./session-reminder.tsx")).SessionReminder,
}));

/** The place of the reminder of the time, which is loaded only for those who want to be reminded. */
export function ReminderPlace() {
  const userId = useCurrentUser()?.id;
  const everyMinutes = useGet("getLimits").data?.reminderMinutes ?? null;
  return (
    userId !== undefined &&
    everyMinutes !== null && (
      <Suspense fallback={null}>
        <SessionReminder userId={userId} everyMinutes={everyMinutes} />
      </Suspense>
    )
  );
}
