import type { SecurityEvent } from "@veritick/contract/schemas/security.ts";
import { useFormat } from "../../lib/format.ts";
import { useLaterText } from "../../locales/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Num, Time } from "../../ui/num.tsx";
import { describeAgent } from "./describe-agent.ts";
import styles from "./security-list.module.css";

type ActivityRowProps = { event: SecurityEvent; isHere: boolean; isNew: boolean };

export function ActivityRow({ event, isHere, isNew }: ActivityRowProps) {
  const { profile, security } = useLaterText();
  const { activity: words } = profile;
  const format = useFormat();
  return (
    <li className={styles["row"]}>
      <p className={styles["title"]}>
        <span>{security.events[event.kind]}</span>
        {isNew && <Badge tone="warn">{words.unseen}</Badge>}
      </p>
      <p className={styles["notes"]}>
        <Time dateTime={event.createdAt}>{format.moment(event.createdAt)}</Time>
        <span>{isHere ? words.here : describeAgent(event.userAgent, security)}</span>
        {event.address !== null && <Num>{event.address}</Num>}
      </p>
    </li>
  );
}
