import type { SecurityEvent } from "@veritick/contract/schemas/security.ts";
import { useEffect, useEffectEvent } from "react";
import { Link } from "wouter";
import { call } from "../../../api/client.ts";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { announce } from "../../../lib/focus.ts";
import { useTextOf } from "../../../locales/text.ts";
import { AlertIcon } from "../../../ui/icons.tsx";
import styles from "./security-banner.module.css";
import { rememberSeen } from "./security-query.ts";
import { useAgo } from "../../../api/live/live.ts";

/** Names the newest event that another session caused, and asks whether it was the owner. */
export function SecurityBanner({ news }: { news: readonly SecurityEvent[] }) {
  const { security } = useTextOf("later");
  const { banner } = security;
  const tellFailure = useTellFailure();
  const ago = useAgo();

  const dismiss = useSubmit({
    mutationFn: () => call("acknowledgeSecurity"),
    onSuccess: rememberSeen,
    onError: (error) => void tellFailure(error, banner.failed),
  });

  const [newest] = news;
  const what = newest && banner.what(security.events[newest.kind], ago(newest.createdAt), news.length - 1);
  // Once for each event. A live region would repeat it whenever the time in it changes.
  const say = useEffectEvent(() => announce(`${what} ${banner.question}`));
  useEffect(() => say(), [newest?.id]);

  if (newest === undefined) return null;
  return (
    <section className={styles["line"]} aria-label={banner.label}>
      <div className={styles["inner"]}>
        <AlertIcon size={16} />
        <p>
          <strong>{what}</strong> <span className={styles["question"]}>{banner.question}</span>
        </p>
        <Link href="/profile#activity">{banner.look}</Link>
        <button type="button" aria-disabled={dismiss.isPending || undefined} onClick={() => dismiss.mutate()}>
          {banner.dismiss}
        </button>
      </div>
    </section>
  );
}
