import type { SecurityEvent } from "@veritick/contract/schemas/security.ts";
import { Link } from "wouter";
import { call } from "../../../api/client.ts";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useLaterText } from "../../../locales/text.ts";
import { Banner } from "../../../ui/states.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Row } from "../../../ui/primitives.tsx";
import styles from "../account-page.module.css";
import { rememberSeen } from "./security-query.ts";
import { useAgo } from "../../../api/live/live.ts";

/** Names the newest event that another session caused, and asks whether it was the owner. */
export function SecurityBanner({ news }: { news: readonly SecurityEvent[] }) {
  const { security } = useLaterText();
  const { banner } = security;
  const tellFailure = useTellFailure();
  const ago = useAgo();

  const dismiss = useSubmit({
    mutationFn: () => call("acknowledgeSecurity"),
    onSuccess: rememberSeen,
    onError: (error) => void tellFailure(error, banner.failed),
  });

  const [newest] = news;
  if (newest === undefined) return null;
  return (
    <section className={styles["place"]} aria-label={banner.label}>
      <Banner tone="warn">
        <div className={styles["beside"]}>
          <p>
            <strong>
              {banner.what(security.events[newest.kind], ago(newest.createdAt), news.length - 1)}
            </strong>{" "}
            <span className={styles["question"]}>{banner.question}</span>
          </p>
          <Row gap={2}>
            <Link href="/profile#activity" className={buttonClass("quiet")}>
              {banner.look}
            </Link>
            <Button variant="quiet" pending={dismiss.isPending} onClick={() => dismiss.mutate()}>
              {banner.dismiss}
            </Button>
          </Row>
        </div>
      </Banner>
    </section>
  );
}
