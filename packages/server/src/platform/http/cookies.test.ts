import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sessionCookie } from "./cookies.ts";

const plain = sessionCookie(false);
const secure = sessionCookie(true);

describe("the session cookie", () => {
  it("reads back what it set, among other cookies", () => {
    const token = fc.stringMatching(/^[\w-]{1,50}$/);
    fc.assert(
      fc.property(token, (value) => {
        for (const cookie of [plain, secure]) {
          const sent = cookie.set(value, 60).split(";")[0]!;
          expect(cookie.read(`theme=dark; ${sent}; language=fr`)).toBe(value);
          expect(cookie.read(sent)).toBe(value);
        }
      }),
    );
  });

  it.each([
    undefined,
    "",
    "sessions=a",
    "xsession=a",
    "session",
    "sessionx",
    "theme=session=a",
    "Session=a",
    ";;; =",
  ])("is not in %j", (header) => {
    expect(plain.read(header)).toBeUndefined();
  });

  it("over https has its own name, so that a planted plain one is not taken for it", () => {
    expect(secure.read("session=planted")).toBeUndefined();
    expect(secure.read("session=planted; __Host-session=own")).toBe("own");
  });

  it("is cleared with the attributes it was set with", () => {
    expect(plain.clear()).toBe("session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
    expect(secure.clear()).toBe("__Host-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure");
  });

  it("throws at no header", () => {
    fc.assert(fc.property(fc.string(), (header) => void plain.read(header)));
  });
});
