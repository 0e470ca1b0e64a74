import { useMutation } from "@tanstack/react-query";
import type { SecurityEvent } from "@veritick/contract/schemas/security.ts";
import { Link } from "wouter";
import { errorText } from "../../../api/api-error.ts";
import { call } from "../../../api/client.ts";
import { useLaterText, useText } from "../../../locales/text.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { useNotify } from "../../../ui/overlay/notices.tsx";
import { Row } from "../../../ui/primitives.tsx";
import styles from "./security-banner.module.css";
import { rememberSeen } from "./security-query.ts";
import { useAgo } from "./use-ago.ts";

/** Names the newest event that another session caused, and asks whether it was the owner. */
export function SecurityBanner({ news }: { news: readonly SecurityEvent[] }) {
  const text = useText();
  const { security } = useLaterText();
  const { banner } = security;
  const notify = useNotify();
  const ago = useAgo();

  const dismiss = useMutation({
    mutationFn: () => call("acknowledgeSecurity"),
    onSuccess: rememberSeen,
    onError(error) {
      const body = errorText(error, text, banner.failed);
      notify({ title: text.common.error, body, tone: "destructive" });
    },
  });

  const [newest] = news;
  if (newest === undefined) return null;
  return (
    <section className={styles["place"]} aria-label={banner.label}>
      <Banner tone="warn">
        <div className={styles["content"]}>
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
