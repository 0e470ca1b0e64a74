import { describe, expect, it } from "vitest";
import { describeTotp, findTotpStep, newTotpSecret } from "./totp.ts";

/** The secret of the test values in RFC 6238, appendix B. Our codes are the last six of its eight digits. */
const RFC_SECRET = Buffer.from("12345678901234567890");

describe("a six-digit code", () => {
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at second %d matches RFC 6238", (second, code) => {
    expect(findTotpStep(RFC_SECRET, code, second * 1000)).toBe(Math.floor(second / 30));
  });

  it("is valid one step early and one step late, and no further", () => {
    const stepMs = 30_000;
    const atMs = 59_000;
    expect([-2, -1, 0, 1, 2].map((late) => findTotpStep(RFC_SECRET, "287082", atMs + late * stepMs))).toEqual(
      [undefined, 1, 1, 1, undefined],
    );
  });

  it.each(["000000", "28708", "2870822", "28708a", "", " 287082"])("cannot be %j", (code) => {
    expect(findTotpStep(RFC_SECRET, code, 59_000)).toBeUndefined();
  });
});

describe("a new secret", () => {
  it("is 20 random bytes, shown as 32 base32 characters and as a URI", () => {
    const secret = newTotpSecret();
    expect(secret).toHaveLength(20);
    expect(newTotpSecret()).not.toEqual(secret);
    expect(describeTotp(RFC_SECRET, "ada+1@example.com", undefined)).toEqual({
      secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
      uri:
        "otpauth://totp/Veritick:ada%2B1%40example.com?issuer=Veritick&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" +
        "&algorithm=SHA1&digits=6&period=30",
    });
  });
});
