import type { AdminUser } from "@veritick/contract/schemas/admin-users.ts";
import { v7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";
import type { Database } from "../platform/db/database.ts";
import { listUsers } from "./users.ts";

const scope = useApp();
let admin: Person;
/** The e-mails of the users, oldest first. */
const EMAILS = [
  "ann@example.com",
  "ann_smith@shop.test",
  "annxsmith@shop.test",
  "bob+100%@example.com",
  "bob+1000@example.com",
  String.raw`back\slash@example.com`,
  "q@zz.test",
];
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
  for (const email of EMAILS) {
    await scope.app.database.query(
      "insert into users (id, email, password, created_at) values ($1, $2, 'none', now())",
      [v7(), email],
    );
  }
});

const pathWith = (query: Record<string, string>) =>
  `/api/admin/users?${new URLSearchParams(query).toString()}`;
const list = async (query: Record<string, string> = {}) => {
  const { status, body } = await admin.get<AdminUser[]>(pathWith(query));
  expect(status).toBe(200);
  return body;
};
const found = async (search: string) => (await list({ search })).map(({ email }) => email);

describe("the list of users", () => {
  it("shows all users, newest first", async () => {
    const all = await list();
    expect(all.map(({ email }) => email)).toEqual([...EMAILS.toReversed(), admin.user.email]);
    expect(all.at(-1)).toEqual({
      id: admin.user.id,
      email: admin.user.email,
      balance: "0.00000000",
      isAdmin: true,
      role: "administrator",
      createdAt: new Date(scope.app.clock.nowMs()).toISOString(),
    });
  });

  it("pages on without skipping anybody, with a search and without", async () => {
    for (const search of ["", "ann", "t"]) {
      const all = await list({ search });
      const paged: AdminUser[] = [];
      for (;;) {
        const before = paged.at(-1)?.id;
        const some = await list({ search, limit: "2", ...(before === undefined ? {} : { before }) });
        expect(some.length).toBeLessThanOrEqual(2);
        if (some.length === 0) break;
        paged.push(...some);
      }
      expect(paged).toEqual(all);
    }
  });

  it("answers 304 until a row changes", async () => {
    const { headers } = await admin.get("/api/admin/users?search=zz");
    const again = () => admin.get("/api/admin/users?search=zz", { "if-none-match": headers.get("etag")! });
    expect((await again()).status).toBe(304);
    const [{ id }] = (await list({ search: "zz" })) as [AdminUser];
    await admin.post(`/api/admin/users/${id}/adjust-balance`, { amount: 1 });
    expect((await again()).body).toMatchObject([{ id, balance: "1.00000000" }]);
  });
});

describe("the search", () => {
  it.each([
    ["ann@", ["ann@example.com"]],
    ["ANN@Example", ["ann@example.com"]],
    ["  ann@  ", ["ann@example.com"]],
    ["smith", ["annxsmith@shop.test", "ann_smith@shop.test"]],
    ["hop.tes", ["annxsmith@shop.test", "ann_smith@shop.test"]],
    ["n_s", ["ann_smith@shop.test"]],
    ["_", ["ann_smith@shop.test"]],
    ["100%", ["bob+100%@example.com"]],
    ["%", ["bob+100%@example.com"]],
    ["\\", [String.raw`back\slash@example.com`]],
    [String.raw`k\sl`, [String.raw`back\slash@example.com`]],
    [String.raw`\%`, []],
    ["zz", ["q@zz.test"]],
    ["z", ["q@zz.test"]],
    ["q@z", ["q@zz.test"]],
    ["nobody-like-this", []],
    ["'; drop table users; --", []],
    ["é", []],
  ])("for %j finds %j", async (search, expected) => {
    expect(await found(search)).toEqual(expected);
  });

  it("for an empty text finds everybody", async () => {
    expect(await found("   ")).toHaveLength(EMAILS.length + 1);
  });

  it.each(["x".repeat(255), "a\0b"])("refuses %j", async (search) => {
    const answer = await admin.get(pathWith({ search }));
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, "search_invalid", "search"]);
  });

  it("finds a user who has just registered", async () => {
    await new TestClient(scope.app.url).register("New.Comer@Example.com");
    expect(await found("w.com")).toEqual(["new.comer@example.com"]);
  });
});

/** Returns the plan that PostgreSQL chooses. */
async function planOf(query: Parameters<typeof listUsers>[1]): Promise<string> {
  let plan = "";
  const explaining = {
    async query(text: string, values: unknown[]) {
      const { rows } = await scope.app.database.query(`explain ${text}`, values);
      plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      return { rows: [] };
    },
  };
  await listUsers(explaining as unknown as Database, query);
  return plan;
}

it("finds a rare text by the index, and a common one without reading every user", async () => {
  const { database } = scope.app;
  const connection = await database.connect();
  try {
    await connection.query(
      `insert into users (id, email, password, created_at)
       select ('0199a3f0-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, md5(n::text) || '@crowd.test', 'none', now()
       from generate_series(1, 20000) n`,
    );
    await connection.query("analyze users");
  } finally {
    connection.release();
  }
  expect(await planOf({ search: "ann_smith" })).toContain("users_by_part_of_email");
  expect(await planOf({ search: "nobody-like-this" })).toContain("users_by_part_of_email");
  for (const search of ["zz", "_", "é"]) {
    expect(await planOf({ search })).toContain("users_by_short_piece");
  }
  for (const query of [{}, { search: "crowd" }, { search: "a" }, { before: v7() }]) {
    expect(await planOf(query)).toMatch(/^Limit.*\n +-> +Index Scan Backward using users_pkey/);
  }
  expect(await found("ann_smith")).toEqual(["ann_smith@shop.test"]);
  expect(await list({ search: "crowd.test" })).toHaveLength(200);
});
