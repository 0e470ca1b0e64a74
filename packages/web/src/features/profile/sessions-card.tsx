import type { Session } from "@veritick/contract/schemas/security.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { errorText } from "../../lib/api-error.ts";
import { endEverySession } from "../../lib/sign-in.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { preloadDialog } from "../../ui/dialog.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { EndSession } from "./end-session.tsx";
import { LoadFailed } from "./load-failed.tsx";
import { SessionRow } from "./session-row.tsx";
import styles from "./security-list.module.css";
import { useFocusBack } from "./use-focus-back.ts";

const SHOWN_AT_FIRST = 5;

export function SessionsCard({ sessions }: { sessions: UseQueryResult<Session[]> }) {
  const { profile } = useLaterText();
  const { sessions: words } = profile;
  const [isWhole, setWhole] = useState(false);
  const [ending, setEnding] = useState<Session | "all">();
  const place = useFocusBack(ending !== undefined);
  const list = sessions.data ?? [];
  const close = () => setEnding(undefined);

  return (
    <Card title={words.title}>
      {sessions.data ? (
        <div ref={place} className={styles["content"]} onPointerEnter={preloadDialog} onFocus={preloadDialog}>
          <ul>
            {list.slice(0, isWhole ? list.length : SHOWN_AT_FIRST).map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
          <div className={styles["actions"]}>
            {!isWhole && list.length > SHOWN_AT_FIRST && (
              <Button variant="quiet" onClick={() => setWhole(true)}>
                {profile.showAll(list.length)}
              </Button>
            )}
            <Button variant="danger" onClick={() => setEnding("all")}>
              {words.endAll}
            </Button>
          </div>
        </div>
      ) : (
        <LoadFailed onRetry={() => void sessions.refetch()} />
      )}
      {ending === "all" ? (
        <EndAll onClose={close} />
      ) : (
        ending && <EndSession session={ending} onClose={close} />
      )}
    </Card>
  );
}

function EndAll({ onClose }: { onClose: () => void }) {
  const text = useText();
  const { sessions: words } = useLaterText().profile;
  const notify = useNotify();
  const [, navigate] = useLocation();
  const [isPending, setPending] = useState(false);

  async function endAll() {
    setPending(true);
    try {
      await endEverySession();
      navigate("/auth");
    } catch (error) {
      setPending(false);
      notify({
        title: text.common.error,
        body: errorText(error, text, words.endAllFailed),
        tone: "destructive",
      });
    }
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={words.endAllTitle}
      confirmLabel={words.endAll}
      pending={isPending}
      onConfirm={() => void endAll()}
    >
      {words.endAllText}
    </ConfirmDialog>
  );
}
