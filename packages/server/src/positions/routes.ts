import * as contract from "@veritick/contract/schemas/positions.ts";
import { dateOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { createFileMaker } from "../platform/http/file-maker.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { readReceipt } from "./find-receipt.ts";
import { createListEnded, listPositions } from "./list-positions.ts";
import type { OpenPosition } from "./open-position.ts";
import { streamPositions } from "./positions-file.ts";
import type { SellPosition } from "./sell-position.ts";

/**
 * The most orders that wait at once. The server answers this many within a quarter of a second, and 800 wait for a block to
 * begin if 1,500 arrive in a second. A larger number would make each wait longer without serving more in a second.
 */
const MOST_WAITING = 1_200;

export function positionRoutes(
  bind: Bind,
  context: {
    database: Database;
    clock: Clock;
    log: Log;
    openPosition: OpenPosition;
    sellPosition: SellPosition;
  },
): void {
  bind(
    contract.openPosition,
    ({ identity, session, body, idempotency }) =>
      context.openPosition({
        userId: identity.userId,
        session,
        side: body.type,
        stake: body.amount,
        duration: body.duration,
        notAfterTick: body.notAfterTick,
        idempotency,
      }),
    { mostWaiting: MOST_WAITING },
  );

  bind(
    contract.sellPosition,
    ({ identity, session, params, body, idempotency }) =>
      context.sellPosition({
        userId: identity.userId,
        session,
        positionId: params.id,
        minProceeds: body.minProceeds,
        notAfterTick: body.notAfterTick,
        idempotency,
      }),
    { mostWaiting: MOST_WAITING },
  );

  const listEnded = createListEnded(context.database);
  bind(contract.listPositions, ({ identity, query: { before, limit, ...filter } }) =>
    Object.values(filter).every((part) => part === undefined)
      ? listPositions(context.database, identity.userId, { before, limit })
      : listEnded(identity.userId, filter, { before, limit }),
  );

  const makeFile = createFileMaker(context);
  bind(contract.positionsCsv, ({ identity: { userId }, query }) =>
    makeFile(userId, (database) =>
      streamPositions({ database, log: context.log }, userId, query, dateOf(context.clock)),
    ),
  );

  bind(contract.getPosition, ({ identity, params }) =>
    readReceipt(context.database, identity.userId, params.id),
  );
}
