import type { Limits } from "@veritick/contract/schemas/limits.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { Card } from "../../ui/card.tsx";
import { notify } from "../../ui/notice-store.ts";
import { Segmented } from "../../ui/segmented.tsx";
import styles from "./limits-page.module.css";
import { rememberLimits } from "./limits-query.ts";

const MINUTES = [15, 30, 60, 120] as const;
const MINUTES_OF_HOUR = 60;
const OFF = 0;

/** After how long the person is reminded of the time. A choice holds as soon as it is made. */
export function IntervalCard({ minutes }: { minutes: Limits["reminderMinutes"] }) {
  const text = useText();
  const { interval } = useLaterText().limits;
  const [wanted, setWanted] = useState<number>();

  const set = useMutation({
    mutationFn: (value: number) => call("setReminder", { body: { minutes: value === OFF ? null : value } }),
    // The keys go through the choices one by one: the last must be the last to arrive.
    scope: { id: "reminder" },
    onSuccess: rememberLimits,
    onError: (error) =>
      notify({
        title: text.common.error,
        body: errorText(error, text, interval.failed),
        tone: "destructive",
      }),
    onSettled: (_, __, value) => setWanted((newest) => (newest === value ? undefined : newest)),
  });

  function choose(value: number) {
    setWanted(value);
    set.mutate(value);
  }

  const option = (value: number) => {
    const hours = value / MINUTES_OF_HOUR;
    return hours < 1
      ? { value, label: value, detail: interval.minutes }
      : { value, label: hours, detail: interval.hours(hours) };
  };

  return (
    <Card title={interval.title}>
      <p className={styles["intro"]}>{interval.text}</p>
      <Segmented
        label={interval.label}
        value={wanted ?? minutes ?? OFF}
        onChange={choose}
        options={[...MINUTES.map(option), { value: OFF, label: interval.off }]}
      />
    </Card>
  );
}
