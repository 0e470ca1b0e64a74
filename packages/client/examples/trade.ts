// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Veritick authors

// A bot that trades in the sandbox: it buys after a fall and sells after a rise, and prints the results.
//
//   VERITICK_SITE=http://localhost:3000 VERITICK_KEY=vtk_... node trade.ts [positions]
//
// The key needs the scopes read, trade and account: the bot begins a deposit of play money if the balance is too small.
import { createClient } from "@veritick/client/client.ts";

const site = process.env["VERITICK_SITE"] ?? "http://localhost:3000";
const key = process.env["VERITICK_KEY"] ?? "";
const wanted = Number(process.argv[2] ?? 3);
const STAKE = "1.00";
/** The seconds after which the server refuses a late order. */
const SECONDS_TO_ENTER = 10;

const client = createClient({ site, key });
const prices: number[] = [];
const open = new Set<string>();
/** Results that came before the answer to their order. */
const early = new Map<string, { id: string; status: string; profit: string | null }>();
let decided = 0;
let isBusy = false;

function fail(what: string, error: Error): never {
  console.error(`${what}: ${error.message}`);
  process.exit(1);
}

const settings = await client.call("settings");
if (!settings.ok) fail("The server does not answer", settings.error);
if (!settings.value.sandbox) throw new Error("This bot is for the sandbox: here it would lose real money.");

/** Reads everything that may have changed while the connection was away. */
async function sync(): Promise<void> {
  const me = await client.call("me");
  if (!me.ok) fail("The balance could not be read", me.error);
  console.log(`balance ${me.value.balance}`);
  if (Number(me.value.balance) < wanted) {
    const deposit = await client.call("createDeposit", { body: { amount: "20.00" } });
    if (!deposit.ok) fail("The deposit could not be started", deposit.error);
  }
  const list = await client.call("listPositions");
  if (!list.ok) fail("The positions could not be read", list.error);
  for (const position of list.value) if (position.status !== "active") settle(position);
}

function settle(position: { id: string; status: string; profit: string | null }): void {
  if (!open.delete(position.id)) return void early.set(position.id, position);
  decided += 1;
  console.log(`${position.status} ${position.profit ?? ""}`);
  if (decided < wanted) return;
  connection.close();
}

async function trade(tick: number): Promise<void> {
  const [before, now] = prices.slice(-2);
  if (before === undefined || now === undefined || before === now) return;
  if (isBusy || open.size + decided >= wanted) return;
  isBusy = true;
  const opened = await client.call("openPosition", {
    body: {
      type: now < before ? "buy" : "sell",
      amount: STAKE,
      duration: 1,
      notAfterTick: tick + SECONDS_TO_ENTER,
    },
  });
  isBusy = false;
  if (opened.ok) {
    open.add(opened.value.id);
    console.log(`${opened.value.type} at ${opened.value.entryPrice}, wins at ${opened.value.barrierPrice}`);
    const result = early.get(opened.value.id);
    if (result !== undefined) settle(result);
  } else if ("code" in opened.error && opened.error.code === "not_after_passed") {
    console.log("too late, nothing was bought");
  } else if (!("code" in opened.error && opened.error.code === "balance_insufficient")) {
    fail("The order was refused", opened.error);
  }
}

const connection = client.live({
  onSync: () => void sync(),
  onPush(push) {
    if (push.type === "price") {
      prices.push(push.price);
      void trade(push.tick);
    }
    if (push.type === "positionResolved") settle(push.position);
  },
});
