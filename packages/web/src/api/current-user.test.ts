import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const ada: CurrentUser = {
  id: "01890000-0000-7000-8000-000000000001",
  email: "ada@example.com",
  balance: "12.00000000",
  isAdmin: false,
  withdrawalCode: null,
  createdAt: "2026-01-01T00:00:00.000Z",
};

type Answer = () => Promise<Response>;
const good: Answer = async () => Response.json(ada);
const refused = (status: number): Answer => {
  return async () => Response.json({ message: "no", code: "no" }, { status });
};
const gateway: Answer = async () => new Response("<html>", { status: 502 });
const oddPage: Answer = async () => new Response("<html>");
const noAnswer: Answer = async () => {
  throw new TypeError("Failed to fetch");
};

let answer: Answer;
let users: typeof import("./current-user.ts");

beforeEach(async () => {
  vi.stubGlobal("document", { documentElement: { lang: "en", dataset: {} } });
  vi.stubGlobal("fetch", () => answer());
  vi.resetModules();
  users = await import("./current-user.ts");
});

afterEach(() => vi.unstubAllGlobals());

async function ask(next: Answer) {
  answer = next;
  await users.refreshCurrentUser();
  return users.knownSession();
}

const refusals: [string, Answer][] = [
  ["429", refused(429)],
  ["503", refused(503)],
  ["a gateway's page", gateway],
];
const noAnswers: [string, Answer][] = [
  ["another site's page", oddPage],
  ["no answer", noAnswer],
];
const troubles = [...refusals, ...noAnswers];

test.each(refusals)("%s at the start means signed out", async (_, refusal) => {
  expect(await ask(refusal)).toEqual({ state: "signed-out" });
});

test.each(noAnswers)("%s at the start leaves the session unknown", async (_, trouble) => {
  expect(await ask(trouble)).toEqual({ state: "unreachable" });
  answer = good;
  await users.retrySession();
  expect(users.knownSession()).toEqual({ state: "signed-in", user: ada });
});

test.each(troubles)("%s later signs nobody out", async (_, trouble) => {
  await ask(good);
  expect(await ask(trouble)).toEqual({ state: "signed-in", user: ada });
});

test("a 401 means signed out, at the start and later", async () => {
  expect(await ask(refused(401))).toEqual({ state: "signed-out" });
  users.setCurrentUser(ada);
  expect(await ask(refused(401))).toEqual({ state: "signed-out" });
});

test("reloads the page if another account is signed in now, and shows nothing of it before", async () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  await ask(good);
  const eve = { ...ada, id: "01890000-0000-7000-8000-000000000002", email: "eve@example.com" };
  expect(await ask(async () => Response.json(eve))).toEqual({ state: "signed-in", user: ada });
  expect(reload).toHaveBeenCalledOnce();
});

test("asks again if a push overtakes an answer", async () => {
  await ask(good);
  const first = Promise.withResolvers<Response>();
  answer = () => first.promise;
  const asking = users.refreshCurrentUser();
  users.setBalance("99.00000000");
  answer = async () => Response.json({ ...ada, balance: "99.00000000" });
  first.resolve(Response.json(ada));
  await asking;
  expect(users.knownSession()).toMatchObject({ user: { balance: "99.00000000" } });
});

describe("while a session ends", () => {
  let asked: string[];
  let answerLogout: (answer: Response) => void;

  /** Begins to sign out, and asks for positions before the server has answered. */
  async function readWhileLeaving() {
    asked = [];
    const logout = Promise.withResolvers<Response>();
    answerLogout = logout.resolve;
    vi.stubGlobal("fetch", (url: string) => {
      asked.push(url);
      return url === "/api/auth/logout" ? logout.promise : Promise.resolve(Response.json([]));
    });
    const { endSession } = await import("./sign-in.ts");
    const { getOptions, queryClient } = await import("./query.ts");
    users.setCurrentUser(ada);
    const ended = endSession();
    await vi.waitFor(() => expect(asked).toEqual(["/api/auth/logout"]));
    const read = queryClient.fetchQuery(getOptions("listPositions"));
    return { ended, read };
  }

  test("sends no read, which the server would refuse", async () => {
    const { ended, read } = await readWhileLeaving();
    const aborted = expect(read).rejects.toThrow();
    answerLogout(Response.json({ success: true }));
    await ended;
    await aborted;
    expect(users.knownSession()).toEqual({ state: "signed-out" });
    expect(asked).toEqual(["/api/auth/logout"]);
  });

  test("sends reads again if the session stays", async () => {
    const { ended, read } = await readWhileLeaving();
    answerLogout(Response.json({ message: "busy", code: "busy" }, { status: 503 }));
    await expect(ended).rejects.toThrow();
    expect(await read).toEqual([]);
    expect(asked).toEqual(["/api/auth/logout", "/api/trading/positions"]);
    expect(users.knownSession()).toMatchObject({ state: "signed-in" });
  });
});
