import type { Session } from "@veritick/contract/schemas/security.ts";
import { useFormat } from "../../lib/format.ts";
import { useLaterText } from "../../locales/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Num, Time } from "../../ui/num.tsx";
import { describeAgent } from "./describe-agent.ts";
import styles from "./security-list.module.css";
import { useAgo } from "./use-ago.ts";

/** A place where the account is signed in. The session that looks is ended by logging out, not here. */
export function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { profile, security } = useLaterText();
  const { sessions: words } = profile;
  const format = useFormat();
  const ago = useAgo();
  const device = describeAgent(session.userAgent, security);
  return (
    <li className={styles["row"]}>
      <p className={styles["title"]}>
        <span>{device}</span>
        {session.current && <Badge tone="good">{words.here}</Badge>}
      </p>
      <p className={styles["notes"]}>
        {session.address !== null && <Num>{session.address}</Num>}
        <Time dateTime={session.createdAt}>{words.since(format.moment(session.createdAt))}</Time>
        {!session.current && (
          <span>
            {words.lastUsed}{" "}
            <Time isRelative dateTime={session.lastSeenAt}>
              {ago(session.lastSeenAt)}
            </Time>
          </span>
        )}
      </p>
      {!session.current && (
        <Button variant="quiet" className={styles["action"]} aria-label={words.endOf(device)} onClick={onEnd}>
          {words.end}
        </Button>
      )}
    </li>
  );
}
