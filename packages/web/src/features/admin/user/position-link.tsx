import type { Position } from "@veritick/contract/schemas/positions.ts";
import { memo } from "react";
import { Link } from "wouter";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf, useText } from "../../../locales/text.ts";
import { Badge, Caption, Num, Time, classNames } from "../../../ui/primitives.tsx";
import type { BadgeTone } from "../../../ui/primitives.tsx";
import styles from "./user-tabs.module.css";

const TONES: Record<Position["status"], BadgeTone> = {
  won: "good",
  lost: "bad",
  sold: "neutral",
  refunded: "neutral",
  active: "warn",
};

type PositionLinkProps = {
  position: Position;
  /** The owner's e-mail, if the page does not name them above. */
  email?: string;
};

/** A position of any user. The whole row links to its receipt. */
export const PositionLink = memo(function PositionLink({ position, email }: PositionLinkProps) {
  const { history } = useText();
  const { positions: words } = useTextOf("admin").userPage;
  const format = useFormat();
  const { type, duration, multiplier, status, profit, resultPrice, soldPrice, createdAt, expiresAt } =
    position;
  const endPrice = resultPrice ?? soldPrice;
  const isOpen = status === "active";
  const kind = `${history.minutes(duration)} ${format.multiplier(multiplier)}`;
  return (
    <li className={classNames(styles["row"], styles["position"])}>
      <Link href={`/admin/positions/${position.id}`} className={styles["link"]}>
        <span className={styles["what"]}>
          <Badge tone={type}>{history[type]}</Badge>
          <Num>{kind}</Num>
        </span>
        <Caption as="span" className={classNames(styles["quiet"], styles["times"])}>
          {email !== undefined && <span className={styles["email"]}>{email}</span>}
          <Time dateTime={createdAt}>{format.moment(createdAt)}</Time>{" "}
          {isOpen && (
            <span>
              {words.expires} <Time dateTime={expiresAt}>{format.clock(position.expiryTick)}</Time>
            </span>
          )}
        </Caption>
        <span className={styles["prices"]}>
          <Num>
            {endPrice === null
              ? format.price(position.entryPrice)
              : history.result(format.price(position.entryPrice), format.price(endPrice))}
          </Num>
          <Num tone="caption" className={styles["quiet"]}>
            {history.barrier(format.price(position.barrierPrice))}
          </Num>
        </span>
        <span className={styles["sums"]}>
          {!isOpen && (
            <Num className={styles["amount"]} data-status={status}>
              {format.signedMoney(profit ?? "0")}
            </Num>
          )}
          <Num tone="caption" className={styles["quiet"]}>
            {words.stake(format.money(position.amount))}
          </Num>
        </span>
        <span className={styles["state"]}>
          <Badge tone={TONES[status]}>{history.status[status]}</Badge>
        </span>
      </Link>
    </li>
  );
});
