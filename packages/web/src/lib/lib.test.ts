import { afterEach, expect, test, vi } from "vitest";
import { parseMinor } from "@veritick/domain/money.ts";
import { plainAmount } from "@veritick/domain/typed-amounts.ts";
import { generateKeyPairSync, sign } from "node:crypto";
import { createElement, Suspense } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { CENT, plainDecimal, shownFee, steppedAmount, typedAmount } from "./amount.ts";
import { rowAfter } from "./focus.ts";
import { countdown, formatIn, inFours, LOCALES, tickOf, truncated } from "./format.ts";
import { forgetPerson } from "./forget-person.ts";
import { authLinkIn, invitationIn, isLinkToken, pathAfterSignIn } from "./links.ts";
import { prefersFrench } from "./preferences.ts";
import { noteToldHere, toldHere } from "./told-here.ts";
import { followTouches, isUnattended } from "./browser.ts";
import { isSigned } from "./ed25519.ts";
import { followMissingCode, lazyPart, useMissingCode } from "./lazy-part.ts";
import type { LazyPart } from "./lazy-part.ts";

test("steps of a cent are exact, stop at the least amount and pass zero without one", () => {
  expect(steppedAmount("0.29", "en", 1, CENT)).toBe("0.30");
  expect(steppedAmount("0.01", "en", -1, CENT)).toBe("0.01");
  expect(steppedAmount("", "en", 1, parseMinor("15"))).toBe("15.00");
  expect(steppedAmount("9,999,999,999.99", "en", -1, CENT)).toBe("9999999999.98");
  expect(steppedAmount(",5", "fr", 1, CENT)).toBe("0,51");
  expect(steppedAmount("0", "en", -1)).toBe("-0.01");
  expect(steppedAmount("\u22121", "fr", 1)).toBe("-0,99");
  expect(steppedAmount("abc", "en", 1)).toBeUndefined();
});

test.each([
  ["50.00000000", "50"],
  ["50.50000000", "50.5"],
  ["0.00000001", "0.00000001"],
  ["100", "100"],
])("copies %s as %s", (decimal, plain) => {
  expect(plainDecimal(decimal)).toBe(plain);
});

test("an amount filled in for a person reads back the same in both languages", () => {
  expect(typedAmount("1234.56", "en")).toBe("1234.56");
  expect(typedAmount("1234.56", "fr")).toBe("1234,56");
  expect(plainAmount(typedAmount("1234.56", "fr"), "fr")).toBe("1234.56");
});

const en = formatIn("en");
const fr = formatIn("fr");

test("cuts money instead of rounding it, and stays exact at any size", () => {
  expect(en.money("1284.56999999")).toBe("1,284.56");
  expect(fr.money("1284.56999999")).toBe("1\u202f284,56");
  expect(en.money("9999999999.99999999")).toBe("9,999,999,999.99");
  expect(en.money("0.00999999")).toBe("0.00");
});

test("a sign is a plus or a true minus, and zero has none", () => {
  expect(en.signedMoney("25.00000000")).toBe("+25.00");
  expect(en.number(-0)).toBe("0");
  expect(en.signedMoney("-10.00000000")).toBe("\u221210.00");
  expect(fr.signedMoney("-10.00000000")).toBe("\u221210,00");
  expect(en.signedMoney("0.00000000")).toBe("0.00");
  expect(en.signedMoney("-0.00100000")).toBe("0.00");
});

test("keeps the sign of a cut amount only if a digit is left", () => {
  expect(truncated("-0.009", 2)).toBe("0.00");
  expect(truncated("-0.019", 2)).toBe("-0.01");
  expect(truncated("7", 2)).toBe("7.00");
});

test("a shown fee makes up the difference of shown amount and payout", () => {
  const fee = shownFee({ amount: "33.33000000", netAmount: "30.66360000" });
  expect([en.money("33.33000000"), en.money(fee), en.money("30.66360000")]).toEqual([
    "33.33",
    "2.67",
    "30.66",
  ]);
});

test("an amount to send shows every digit", () => {
  expect(en.exactAmount("50.00000000")).toBe("50.00");
  expect(en.exactAmount("50.12345600")).toBe("50.123456");
});

test("prices have three decimals, multipliers have one", () => {
  expect(en.price(152.79)).toBe("152.790");
  expect(fr.price("152.79000000")).toBe("152,790");
  expect(en.signedPrice(-0.031)).toBe("\u22120.031");
  expect(en.multiplier("2.50")).toBe("×2.5");
  expect(en.multiplier("10.00")).toBe("×10.0");
  expect(en.times(1000)).toBe("×10");
  expect([en.gain(250), en.gain(2000)]).toEqual(["+250%", "+2,000%"]);
});

test("formats percentages and chances", () => {
  expect(en.percent(-0.0002)).toBe("\u22120.02%");
  expect(en.chance(0.27142857)).toBe("27.1%");
  expect(en.chance(0.05)).toBe("5%");
});

test.each(["en", "fr"] as const)("short figures read as Intl writes them in %s", (language) => {
  const format = formatIn(language);
  const intl = (places: number, options: Intl.NumberFormatOptions = {}) => {
    const writer = new Intl.NumberFormat(LOCALES[language], {
      minimumFractionDigits: places,
      maximumFractionDigits: places,
      ...options,
    });
    return (value: number) => writer.format(value).replace("-", "\u2212");
  };
  const [price, cents] = [intl(3), intl(2)];
  const signed = intl(3, { signDisplay: "exceptZero" });
  const percent = intl(2, { style: "percent", signDisplay: "exceptZero" });
  for (let milli = -2_000_000; milli <= 2_000_000; milli += 1_237) {
    expect(format.price(milli / 1000)).toBe(price(milli / 1000));
    expect(format.signedPrice(milli / 1000)).toBe(signed(milli / 1000));
    expect(format.percent(milli / 7_777_777)).toBe(percent(milli / 7_777_777));
    expect(format.money((milli / 1000).toFixed(2))).toBe(cents(Number((milli / 1000).toFixed(2))));
  }
  // Halves, and values that are not whole thousandths.
  for (const value of [0, -0, 0.001, 0.0005, 0.0015, 999.999, 999.9995, 1_000, 1 / 3, 1e21, NaN]) {
    expect(format.price(value)).toBe(price(value));
    expect(format.signedPrice(-value)).toBe(signed(-value));
    expect(format.percent(value)).toBe(percent(value));
  }
  for (const ratio of [0.03125, -0.03125, 0.00005, 0.00015, -0.00004, 0.09999, 0.1, 1e-9]) {
    expect(format.percent(ratio)).toBe(percent(ratio));
  }
});

test("says a past time in the largest unit that fits, in the chosen language", () => {
  expect(en.ago(1000, 1059)).toBe("now");
  expect(en.ago(1000, 1060)).toBe("1 minute ago");
  expect(fr.ago(1000, 1180)).toBe("il y a 3 minutes");
  expect(fr.ago(0, 7200)).toBe("il y a 2 heures");
  expect(en.ago(0, 86_400)).toBe("yesterday");
  expect(en.ago(2000, 1000)).toBe("now");
});

test("formats countdowns, instants and codes", () => {
  expect(countdown(61)).toBe("1:01");
  expect(countdown(-3)).toBe("0:00");
  expect(tickOf("2026-01-01T00:00:01.999Z")).toBe(1_767_225_601);
  expect(inFours("TXyzSampl")).toEqual(["TXyz", "Samp", "l"]);
});

const resetToken = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM-_09";

test("reads what a mailed link does, and its token", () => {
  for (const does of ["reset", "confirm", "keep-email"])
    expect(authLinkIn(`#${does}=${resetToken}`)).toEqual({ does, token: resetToken });
  expect(authLinkIn("#reset=")).toEqual({ does: "reset", token: "" });
  expect(authLinkIn("#activity")).toBeUndefined();
  expect(authLinkIn("")).toBeUndefined();
});

test("reads the code of an invitation after #invite=, and nothing that no code could be", () => {
  expect(invitationIn("#invite=A1B2-C3D4")).toBe("A1B2-C3D4");
  for (const hash of ["#invite=", "#invite=<b>", `#invite=${"A".repeat(65)}`, "#reset=A1B2", ""])
    expect(invitationIn(hash)).toBeUndefined();
});

test("a link token has 43 characters of base64url, no more and no fewer", () => {
  expect(isLinkToken(resetToken)).toBe(true);
  expect(isLinkToken(resetToken.slice(1))).toBe(false);
  expect(isLinkToken(`${resetToken}0`)).toBe(false);
  expect(isLinkToken(`${resetToken.slice(1)}.`)).toBe(false);
  expect(isLinkToken("")).toBe(false);
});

test("signing in leads back to the check from which it began", () => {
  for (const path of ["/verify/01a0c45c-08a8-7000-8000-00d1f13cff87", "/fairness/liabilities"]) {
    expect(pathAfterSignIn({ returnTo: path })).toBe(path);
  }
});

test("signing in from anywhere else leads to the dashboard, and never out of the site", () => {
  const others = ["/profile", "/admin", "/verify", "/fairness", "//evil.example/verify/1", "/verify//x?y", 7];
  for (const returnTo of others) expect(pathAfterSignIn({ returnTo })).toBe("/");
  for (const state of [null, undefined, {}, "/verify/1", 1]) expect(pathAfterSignIn(state)).toBe("/");
});

test.each([
  [["fr-FR", "fr", "en"], true],
  [["FR-ca"], true],
  [["de", "fr", "en"], true],
  [["en-GB", "fr"], false],
  [["fry", "de"], false],
  [[], false],
] as const)("a browser that lists %j prefers French: %s", (languages, isFrench) => {
  expect(prefersFrench(languages)).toBe(isFrench);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a page is unattended after five minutes without a touch, until the next touch", () => {
  let nowMs = 0;
  const listeners: (() => void)[] = [];
  vi.stubGlobal("performance", { now: () => nowMs });
  vi.stubGlobal("addEventListener", (_type: string, listener: () => void) => listeners.push(listener));
  followTouches();
  nowMs = 300_000;
  expect(isUnattended()).toBe(false);
  nowMs = 300_001;
  expect(isUnattended()).toBe(true);
  listeners[0]!();
  expect(isUnattended()).toBe(false);
});

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const key = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
const text = "some text";
const signature = sign(null, Buffer.from(text), privateKey).toString("hex");

function takes(...parts: Parameters<typeof isSigned>): boolean {
  try {
    return isSigned(...parts);
  } catch {
    return false;
  }
}

test("accepts the signed text and refuses another", () => {
  expect(takes(text, signature, key)).toBe(true);
  expect(takes(`${text} `, signature, key)).toBe(false);
});

test.each([
  "0100000000000000000000000000000000000000000000000000000000000000",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0000000000000000000000000000000000000000000000000000000000000080",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
  // The neutral element again, not in its canonical form.
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
])("accepts no signature by the key of small order %s", (small) => {
  const neutral = `01${"00".repeat(31)}`;
  const zero = "00".repeat(32);
  for (const point of [neutral, small]) expect(takes(text, point + zero, small)).toBe(false);
});

test.each([
  ["ArrowDown", 0, 1],
  ["ArrowDown", 31, undefined],
  ["ArrowUp", 31, 30],
  ["ArrowUp", 0, undefined],
  ["Home", 17, 0],
  ["Home", 0, undefined],
  ["End", 0, 31],
  ["End", 31, undefined],
  ["Tab", 5, undefined],
  ["toString", 5, undefined],
])("%s in row %i of 32 moves to row %s", (key, at, row) => {
  expect(rowAfter(key, at, 32)).toBe(row);
});

test("a part that was loaded ahead is drawn at once, without its fallback", async () => {
  const Part = lazyPart(() => Promise.resolve(() => "the part"));
  expect(drawn(Part)).toContain("the fallback");
  await Part.preload();
  expect(drawn(Part)).toBe("the part");
});

test("a part that could not be loaded ahead is requested again", async () => {
  const load = vi.fn(() => Promise.resolve(() => "the part"));
  load.mockRejectedValueOnce(new Error("no network"));
  const Part = lazyPart(load);
  await Part.preload();
  await Part.preload();
  expect(load).toHaveBeenCalledTimes(2);
  expect(renderToStaticMarkup(createElement(Part))).toBe("the part");
});

const banner = () => renderToStaticMarkup(createElement(() => useMissingCode() ?? ""));
const drawn = (Part: LazyPart<object>) =>
  renderToStaticMarkup(createElement(Suspense, { fallback: "the fallback" }, createElement(Part)));

/** Returns a part whose code fails to load once. */
function partThatFailsOnce(): LazyPart<object> {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  const load = vi.fn(() => Promise.resolve(() => "the part"));
  load.mockRejectedValueOnce(new Error("no network"));
  return lazyPart(load);
}

test("the banner about a missing part goes when the part is loaded ahead after all", async () => {
  const Part = partThatFailsOnce();
  drawn(Part);
  await expect.poll(banner).toBe("no-answer");
  await Part.preload();
  expect(banner()).toBe("");
});

test("tells a press that its code did not load, and shows a banner until it has", async () => {
  const Part = partThatFailsOnce();
  expect(await Part.request()).toBe(false);
  await expect.poll(banner).toBe("no-answer");
  expect(await Part.request()).toBe(true);
  expect(banner()).toBe("");
});

test("requests missing code again at the next press, and shows the banner until all of it has loaded", async () => {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  followMissingCode();
  const [Part, Other] = [partThatFailsOnce(), partThatFailsOnce()];
  drawn(Part);
  expect(await Other.request()).toBe(false);
  await expect.poll(banner).toBe("no-answer");
  expect(drawn(Part)).not.toContain("the part");
  await Other.request();
  expect(banner()).toBe("no-answer");
  page.dispatchEvent(new Event("click"));
  await expect.poll(banner).toBe("");
  expect(drawn(Part)).toContain("the part");
});

test("the browser forgets every entry that is not known to be impersonal, and bears a refused storage", () => {
  const remove = { removeItem: { value: (key: string) => Reflect.deleteProperty(local, key) } };
  const local = Object.create(null, remove) as Record<string, string>;
  Object.assign(local, { theme: "light", received_answers: "[]", "of-a-later-version": "1" });
  vi.stubGlobal("localStorage", local);
  vi.stubGlobal("sessionStorage", undefined);
  forgetPerson();
  expect(local).toEqual({ theme: "light" });
});

test("a note of who gets notifications here tells nobody who that is", async () => {
  const entries = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  });
  expect(await toldHere("somebody")).toBeUndefined();
  await noteToldHere("somebody", "session-1", "device-1");
  expect([...entries.values()].join()).not.toMatch(/somebody|session-1|device/);
  expect(await toldHere("another")).toBeUndefined();
  const told = (await toldHere("somebody"))!;
  expect([await told.isUnder("session-1"), await told.isUnder("session-2")]).toEqual([true, false]);
  expect([await told.isDevice("device-1"), await told.isDevice("device-2")]).toEqual([true, false]);
});
