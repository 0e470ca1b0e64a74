import { USDT_CONTRACT, ZERO_ADDRESS } from "@veritick/domain/addresses.ts";
import { Secret, TOTP } from "otpauth";
import { afterAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../../testing/people.ts";
import { fundedClient, TestClient } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { CODE, someAddress, withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";

const scope = useApp();
afterAll(async () => expect(await scope.app.checkLedger()).toEqual([]));
const person = async (balance = "1000") => (await withdrawingPeople(scope.app, 1, balance))[0]!;

const LANGUAGES = [{}, { "accept-language": "en" }, { "accept-language": "fr" }];

/** Returns the words of a refusal without a language, in English and in French. */
async function wordsOf(client: TestClient, changes: Record<string, unknown>) {
  const answers = [];
  for (const headers of LANGUAGES) answers.push(await withdraw(client, changes, headers));
  const [first] = answers;
  return {
    status: first!.status,
    code: first!.body.code as string,
    field: first!.body.field as string | undefined,
    messages: answers.map(({ body }) => body.message as string),
  };
}

const AMOUNT = {
  status: 400,
  code: "withdrawal_minimum",
  field: "amount",
  messages: [
    "Le montant minimum de retrait est 15 USDMS",
    "Minimum withdrawal amount is 15 USDMS",
    "Le montant minimum de retrait est 15 USDMS",
  ],
};
const BALANCE = {
  status: 400,
  code: "balance_insufficient",
  field: "amount",
  messages: [
    "Insufficient balance",
    "Insufficient balance: you don’t have enough funds.",
    "Solde insuffisant : vous n’avez pas assez de fonds.",
  ],
};
const ADDRESS = {
  status: 400,
  code: "address_invalid",
  field: "address",
  messages: [
    "Adresse USDT TRC20 invalide",
    "Please enter a valid USDT TRC20 address",
    "Adresse USDT TRC20 invalide",
  ],
};
const CODE_FORM = {
  status: 400,
  code: "withdrawal_code_invalid",
  field: "withdrawalCode",
  messages: [
    "Code de retrait invalide (5 chiffres requis)",
    "The withdrawal code must be 5 digits",
    "Code de retrait invalide (5 chiffres requis)",
  ],
};

describe("a withdrawal", () => {
  it("takes the whole amount from the balance at once and returns fee and net amount", async () => {
    const client = await person();
    const address = someAddress();
    const { status, body } = await withdraw(client, { amount: "100.55", address });
    const now = new Date(scope.app.clock.nowMs()).toISOString();
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      userId: client.user.id,
      amount: "100.55000000",
      fee: "8.04400000",
      netAmount: "92.50600000",
      address,
      status: "pending",
      failureReason: null,
      rejectionReason: null,
      beingChecked: false,
      transactionHash: null,
      sandbox: true,
      createdAt: now,
      updatedAt: now,
    });
    expect(await client.balance()).toBe("899.45000000");
    expect((await client.get("/api/withdrawals")).body).toEqual([body]);
  });

  it.each([["15"], ["15.00"], [15], [999.99], ["1000"]])("of %j out of 1000 is accepted", async (amount) => {
    expect((await withdraw(await person(), { amount })).status).toBe(201);
  });

  it("never shows a code or its hash", async () => {
    const client = await person();
    const { body } = await withdraw(client, {}, { "idempotency-key": "k" });
    const { rows } = await scope.app.database.query(
      `select to_json(w)::text as all, (select response::text from idempotency_keys where user_id = $1) as answer
       from withdrawal_transactions w where user_id = $1`,
      [client.user.id],
    );
    expect(JSON.stringify([body, rows]).includes(CODE)).toBe(false);
  });
});

describe("a withdrawal is checked in the documented order and words", () => {
  const everythingWrong = { amount: "14.99", address: "T", withdrawalCode: "12" };

  it.each([["14.99"], [0], [-20], ["abc"], [""], ["NaN"], ["1e3"], ["14.999"], [null], [undefined], [{}]])(
    "1: the amount %j",
    async (amount) => {
      expect(await wordsOf(await person(), { ...everythingWrong, amount })).toEqual(AMOUNT);
    },
  );

  it("1: an amount that is valid except for its decimals", async () => {
    const { body } = await withdraw(await person(), { ...everythingWrong, amount: "15.001" });
    expect(body).toMatchObject({ code: "amount_decimals", field: "amount" });
  });

  it.each([["1000.01"], [5_000], ["9999999999.99"], ["999999999999.99"]])(
    "2: the balance, for %j",
    async (amount) => {
      expect(await wordsOf(await person(), { ...everythingWrong, amount })).toEqual(BALANCE);
    },
  );

  it.each([
    ["missing", undefined],
    ["empty", ""],
    ["no text", 7],
    ["short", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6"],
    ["wrong checksum", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u"],
    ["another network", "0x52908400098527886E0F7030069857D2E4169EE7"],
    ["far too long", "T".repeat(5_000)],
    ["the zero address", ZERO_ADDRESS],
  ])("3: the address, %s", async (_, address) => {
    expect(await wordsOf(await person(), { ...everythingWrong, amount: 20, address })).toEqual(ADDRESS);
  });

  it("3: the address, that of a contract, with its own reason", async () => {
    const { body } = await withdraw(await person(), {
      ...everythingWrong,
      amount: 20,
      address: USDT_CONTRACT,
    });
    expect(body).toMatchObject({ code: "address_is_contract", field: "address" });
    expect(body.message).toContain("Anything sent to it is lost.");
  });

  it("3: the address, one that was given out for a deposit", async () => {
    const [client, depositor] = await Promise.all([person(), seedPeople(scope.app, 1, "0")]);
    const { body } = await depositor[0]!.post("/api/deposits", { amount: 15 });
    expect(await wordsOf(client, { address: body.payAddress, withdrawalCode: "1" })).toEqual({
      ...ADDRESS,
      messages: [
        "This is one of our deposit addresses. Enter an address of your own wallet.",
        "This is one of our deposit addresses. Enter an address of your own wallet.",
        "C’est l’une de nos adresses de dépôt. Saisissez une adresse de votre propre portefeuille.",
      ],
    });
  });

  it.each([
    ["missing", undefined],
    ["short", "4021"],
    ["long", "402177"],
    ["letters", "4021a"],
    ["a number", 40217],
    ["other digits", "١٢٣٤٥"],
  ])("4: the form of the code, %s", async (_, withdrawalCode) => {
    expect(await wordsOf(await person(), { withdrawalCode })).toEqual(CODE_FORM);
  });

  it("5: a missing code, with a hint at the profile", async () => {
    const [client] = await seedPeople(scope.app, 1, "1000");
    await hold(client!.user.id, 3_600);
    const message = "Create your withdrawal code in the profile first.";
    expect(await wordsOf(client!, {})).toEqual({
      status: 409,
      code: "withdrawal_code_missing",
      field: "withdrawalCode",
      messages: [message, message, "Créez d’abord votre code de retrait dans le profil."],
    });
  });

  it("6: a hold of withdrawals, with the remaining time", async () => {
    const client = await person();
    await hold(client.user.id, 24 * 3_600);
    scope.app.clock.jump(60);
    const wrongCode = { withdrawalCode: "99999" };
    const { status, code, messages } = await wordsOf(client, wrongCode);
    expect([status, code]).toEqual([409, "withdrawals_on_hold"]);
    expect(messages[1]).toMatch(/For your safety, withdrawals are on hold\. They open again in 24 hours\.$/);
    expect(messages[2]).toMatch(/Ils rouvriront dans 24 heures\.$/);
    scope.app.clock.jump(24 * 3_600 - 61);
    expect((await withdraw(client, wrongCode, LANGUAGES[1]!)).body.message).toMatch(/in 1 hour\.$/);
    scope.app.clock.jump(1);
    expect((await withdraw(client)).status).toBe(201);
  });

  it("7: the code", async () => {
    expect(await wordsOf(await person(), { withdrawalCode: "99999" })).toEqual({
      status: 400,
      code: "withdrawal_code_wrong",
      field: "withdrawalCode",
      messages: [
        "Invalid withdrawal code",
        "The withdrawal code is wrong. If you have forgotten it, contact support.",
        "Le code de retrait est incorrect. Si vous l’avez oublié, contactez l’assistance.",
      ],
    });
  });

  it("8: the second step, last, so other mistakes use up no code", async () => {
    const client = await fundedClient(scope.app, "1000");
    await client.post("/api/profile/create-withdrawal-code", { code: CODE });
    const begun = await client.post("/api/profile/two-step/begin", { password: "secret-1" });
    const totp = new TOTP({ secret: Secret.fromBase32(begun.body.secret) });
    const codeNow = () => totp.generate({ timestamp: scope.app.clock.nowMs() });
    await client.post("/api/profile/two-step/confirm", { code: codeNow() });
    scope.app.clock.jump(60);

    expect((await wordsOf(client, {})).code).toBe("two_step_required");
    const twoStepCode = codeNow();
    for (const changes of [{ amount: 5_000 }, { address: "T" }, { withdrawalCode: "99999" }]) {
      expect((await withdraw(client, { ...changes, twoStepCode })).status).toBe(400);
    }
    for (const unfit of [null, 7, {}, "1".repeat(65), "abc"]) {
      const code = { twoStepCode: unfit };
      expect(await wordsOf(client, { ...code, amount: 5_000 })).toEqual(BALANCE);
      expect(await wordsOf(client, { ...code, address: "T" })).toEqual(ADDRESS);
      expect(await wordsOf(client, { ...code, withdrawalCode: "1" })).toEqual(CODE_FORM);
      expect((await withdraw(client, { ...code })).body).toMatchObject({
        code: "two_step_code_invalid",
        field: "twoStepCode",
      });
    }
    expect((await withdraw(client, { twoStepCode: "000000" })).body).toMatchObject({
      code: "two_step_wrong",
      field: "twoStepCode",
    });
    expect((await withdraw(client, { twoStepCode })).status).toBe(201);
    expect((await withdraw(client, { twoStepCode })).body.code).toBe("two_step_wrong");
  });

  it("moved nothing in these tests, and counted no code before its turn", async () => {
    const client = await person();
    const tries = [
      { amount: 14 },
      { amount: 1001 },
      { address: "T" },
      { withdrawalCode: "1" },
      { withdrawalCode: "1234x" },
    ];
    for (let round = 0; round < 3; round += 1) {
      for (const changes of tries) expect((await withdraw(client, changes)).status).toBe(400);
    }
    const { rowCount } = await scope.app.database.query("select from lockouts where key like $1", [
      `%${client.user.id}`,
    ]);
    expect(rowCount).toBe(0);
    expect(await client.balance()).toBe("1000.00000000");
    expect((await client.get("/api/withdrawals")).body).toEqual([]);
  });
});

it("allows at most 20 open withdrawals on one account, also when they are requested at once", async () => {
  const client = await person();
  const atOnce = (count: number) =>
    Promise.all(Array.from({ length: count }, () => withdraw(client, { amount: 15 })));
  // More than four codes at once would lock the account, even correct ones.
  for (const count of [4, 4, 4, 4, 2]) {
    expect((await atOnce(count)).map(({ status }) => status)).toEqual(Array(count).fill(201));
  }
  const codes = (await atOnce(4)).map(({ status, body }) => (status === 201 ? "taken" : String(body.code)));
  const full = "too_many_open_withdrawals";
  expect(codes.toSorted()).toEqual(["taken", "taken", full, full]);
  expect(await client.balance()).toBe("700.00000000");
});

const hold = (userId: string, seconds: number) =>
  scope.app.database.query("update users set withdrawals_held_until = $2 where id = $1", [
    userId,
    new Date(scope.app.clock.nowMs() + seconds * 1000),
  ]);
