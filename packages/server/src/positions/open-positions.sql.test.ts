import { describe, expect, it } from "vitest";
import { untilTried } from "../../testing/held-rows.ts";
import { fundedClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";

const scope = useApp();

describe("the statement that opens positions", () => {
  it("counts money that arrives while it waits for the account", async () => {
    const client = await fundedClient(scope.app, "15");
    const open = (amount: string) =>
      client.post("/api/trading/positions", { type: "buy", amount, duration: 1 });
    expect((await open("15")).status).toBe(201);

    // Somebody else holds the account and is just about to credit it.
    const other = await scope.app.database.connect();
    try {
      await other.query("begin");
      await other.query("update users set balance = balance + 10 where id = $1", [client.user.id]);
      const waiting = open("4");
      await untilTried(scope.app.database);
      await other.query("commit");
      expect((await waiting).status).toBe(201);
      expect(await client.balance()).toBe("6.00000000");
    } finally {
      other.release();
    }
  });
});
