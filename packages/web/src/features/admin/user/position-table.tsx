import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf, useDeskText } from "../../../locales/text.ts";
import { Badge, Caption, Num, Row, Stack, Text, Time } from "../../../ui/primitives.tsx";
import type { BadgeTone } from "../../../ui/primitives.tsx";
import type { Cell, RecordTable } from "../lists/record-table.tsx";

const TONES: Record<Position["status"], BadgeTone> = {
  won: "good",
  lost: "bad",
  sold: "neutral",
  refunded: "neutral",
  active: "warn",
};

/** A position, with its owner's e-mail if the page does not name them above. */
type Shown = Position & { readonly userEmail?: string };

/** The positions of any user. Each row leads to its receipt. */
export const POSITIONS: RecordTable<Shown> = {
  columns: [
    { width: "minmax(0, 1fr)", Cell: Kind },
    { width: "minmax(0, 1.4fr)", Cell: Times },
    { width: "minmax(0, 1.2fr)", Cell: Prices, isAlways: false },
    { width: "auto", Cell: Sums, isEnd: true },
    { width: "100px", Cell: State, isEnd: true },
  ],
  from: "large",
  hrefOf: ({ id }) => `/admin/positions/${id}`,
};

function Kind({ item: { type, duration, multiplier } }: Cell<Shown>) {
  const { history } = useDeskText();
  const format = useFormat();
  return (
    <Row gap={[0, 2]} align="center">
      <Badge tone={type}>{history[type]}</Badge>
      <Num>{`${history.minutes(duration)} ${format.multiplier(multiplier)}`}</Num>
    </Row>
  );
}

function Times({ item: { status, userEmail, createdAt, expiresAt, expiryTick } }: Cell<Shown>) {
  const { positions: words } = useTextOf("admin").userPage;
  const format = useFormat();
  return (
    <>
      {userEmail !== undefined && <Text anywhere>{userEmail}</Text>}
      <Caption as="div" loose>
        <Time dateTime={createdAt}>{format.moment(createdAt)}</Time>{" "}
        {status === "active" && (
          <span>
            {words.expires} <Time dateTime={expiresAt}>{format.clock(expiryTick)}</Time>
          </span>
        )}
      </Caption>
    </>
  );
}

function Prices({ item: { entryPrice, resultPrice, soldPrice, barrierPrice } }: Cell<Shown>) {
  const { history } = useDeskText();
  const format = useFormat();
  const end = resultPrice ?? soldPrice;
  return (
    <Stack gap={1}>
      <Num>
        {end === null
          ? format.price(entryPrice)
          : history.result(format.price(entryPrice), format.price(end))}
      </Num>
      <Num tone="caption">{history.barrier(format.price(barrierPrice))}</Num>
    </Stack>
  );
}

function Sums({ item: { status, profit, amount } }: Cell<Shown>) {
  const { positions: words } = useTextOf("admin").userPage;
  const format = useFormat();
  return (
    <Stack gap={1} align="end">
      {status !== "active" && (
        <Num tone="mood" data-status={status}>
          {format.signedMoney(profit ?? "0")}
        </Num>
      )}
      <Num tone="caption">{words.stake(format.money(amount))}</Num>
    </Stack>
  );
}

function State({ item: { status } }: Cell<Shown>) {
  const { history } = useDeskText();
  return <Badge tone={TONES[status]}>{history.status[status]}</Badge>;
}
