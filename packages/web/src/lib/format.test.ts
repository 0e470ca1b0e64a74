import { expect, test } from "vitest";
import { countdown, formatIn, inFours, tickOf, truncated } from "./format.ts";

const en = formatIn("en");
const fr = formatIn("fr");

test("money is cut, not rounded, and exact at any size", () => {
  expect(en.money("1284.56999999")).toBe("1,284.56");
  expect(fr.money("1284.56999999")).toBe("1\u202f284,56");
  expect(en.money("9999999999.99999999")).toBe("9,999,999,999.99");
  expect(en.money("0.00999999")).toBe("0.00");
});

test("signs are a plus or a true minus, and nothing has none", () => {
  expect(en.signedMoney("25.00000000")).toBe("+25.00");
  expect(en.signedMoney("-10.00000000")).toBe("\u221210.00");
  expect(fr.signedMoney("-10.00000000")).toBe("\u221210,00");
  expect(en.signedMoney("0.00000000")).toBe("0.00");
  expect(en.signedMoney("-0.00100000")).toBe("0.00");
});

test("cutting keeps the sign only where a digit is left", () => {
  expect(truncated("-0.009", 2)).toBe("0.00");
  expect(truncated("-0.019", 2)).toBe("-0.01");
  expect(truncated("7", 2)).toBe("7.00");
});

test("amounts to be sent show every digit", () => {
  expect(en.exactAmount("50.00000000")).toBe("50.00");
  expect(en.exactAmount("50.12345600")).toBe("50.123456");
});

test("prices have three decimals, multipliers one", () => {
  expect(en.price(152.79)).toBe("152.790");
  expect(fr.price("152.79000000")).toBe("152,790");
  expect(en.signedPrice(-0.031)).toBe("\u22120.031");
  expect(en.multiplier("2.50")).toBe("×2.5");
  expect(en.multiplier("10.00")).toBe("×10.0");
  expect(en.times(10)).toBe("×10");
  expect([en.gain(2.5), en.gain(20)]).toEqual(["+250%", "+2,000%"]);
});

test("shares", () => {
  expect(en.percent(-0.0002)).toBe("\u22120.02%");
  expect(en.chance(0.27142857)).toBe("27.1%");
  expect(en.chance(0.05)).toBe("5%");
});

test("time before now is told in the largest unit that fits, in the chosen language", () => {
  expect(en.ago(1000, 1059)).toBe("now");
  expect(en.ago(1000, 1060)).toBe("1 minute ago");
  expect(fr.ago(1000, 1180)).toBe("il y a 3 minutes");
  expect(fr.ago(0, 7200)).toBe("il y a 2 heures");
  expect(en.ago(0, 86_400)).toBe("yesterday");
  expect(en.ago(2000, 1000)).toBe("now");
});

test("countdowns, instants and codes", () => {
  expect(countdown(61)).toBe("1:01");
  expect(countdown(-3)).toBe("0:00");
  expect(tickOf("2026-01-01T00:00:01.999Z")).toBe(1_767_225_601);
  expect(inFours("TXyzSampl")).toEqual(["TXyz", "Samp", "l"]);
});
