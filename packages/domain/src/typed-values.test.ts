import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPayableAddress, plainAddress } from "./addresses.ts";
import { EMAIL, hasForeignLocalPart, plainEmail } from "./emails.ts";
import { formatFixed, minor, parseMinor, readFormAmount, SMALLEST, STORABLE_MAX, ZERO } from "./money.ts";
import { plainAmount } from "./typed-amounts.ts";
import {
  compactDigits,
  normalizePassword,
  plainInvitation,
  readAppCode,
  readRecoveryCode,
  readTransactionId,
  readTwoStepCode,
  readWithdrawalCode,
} from "./typed-text.ts";
import { findUuid } from "./uuid.ts";

/** Text with escapes, so that each character can be seen. */
const seen = (text: string) =>
  JSON.stringify(text).replace(/[^ -~]/gu, (sign) => `U+${sign.codePointAt(0)!.toString(16)}`);

/** What a copy may bring along: each stands before, inside and after a value in the tests below. */
const STRAYS = [
  "\u00ad",
  "\u061c",
  "\u200b",
  "\u200c",
  "\u200d",
  "\u200e",
  "\u200f",
  "\u202a",
  "\u202c",
  "\u202e",
  "\u2060",
  "\u2066",
  "\u2069",
  "\ufeff",
  "\u180e",
  "\ufe0f",
  " ",
  "\t",
  "\n",
  "\r\n",
  "\u0085",
  "\u00a0",
  "\u2007",
  "\u2009",
  "\u202f",
  "\u2028",
  "\u3000",
];

const ADDRESS = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
const TRANSACTION = "0123456789abcdef".repeat(4);
const UUID = "01a0c45c-08a8-7000-8000-00d1f13cff87";

/** A reader of each kind, a value, and how the value is read. */
const KINDS = {
  "an amount": [(typed: string) => plainAmount(typed, "en"), "1,234.50", "1234.50"],
  "a French amount": [(typed: string) => plainAmount(typed, "fr"), "1234,50", "1234.50"],
  "an adjustment": [(typed: string) => plainAmount(typed, "fr"), "-0,5", "-0.5"],
  "an address": [plainAddress, ADDRESS, ADDRESS],
  "a withdrawal code": [readWithdrawalCode, "01234", "01234"],
  "a code of an app": [readAppCode, "012345", "012345"],
  "a recovery code": [readRecoveryCode, "abcd-efgh-2345-jklm", "abcdefgh2345jklm"],
  "a code of the second step": [readTwoStepCode, "ABCD EFGH 2345 JKLM", "abcdefgh2345jklm"],
  "an invitation": [plainInvitation, "a1b2-cOdI-e5f6-gl0z", "A1B2C0D1E5F6G10Z"],
  "an e-mail": [plainEmail, "Jean.Dupont@Example.fr", "jean.dupont@example.fr"],
  "a transaction": [readTransactionId, TRANSACTION.toUpperCase(), TRANSACTION],
} as const;

/** Texts of the characters of an example, and strays: most of them are read. */
const likeOne = (typed: string) =>
  fc
    .tuple(fc.shuffledSubarray([...typed], { minLength: typed.length }), fc.array(fc.constantFrom(...STRAYS)))
    .map(([letters, strays]) => strays.join("") + letters.join(""));

describe.each(Object.entries(KINDS))("%s", (_kind, [read, typed, value]) => {
  test("is read without what a copy brings along", () => {
    expect(read(typed)).toBe(value);
    for (const stray of STRAYS) {
      for (const at of [0, 1, typed.length - 1, typed.length]) {
        const text = typed.slice(0, at) + stray + typed.slice(at);
        expect(read(text), seen(text)).toBe(value);
      }
    }
  });

  test("reads its own value as the same", () => {
    expect(read(value)).toBe(value);
    fc.assert(
      fc.property(likeOne(typed), (text) => {
        const first = read(text);
        if (first !== undefined) expect(read(first)).toBe(first);
      }),
    );
  });
});

test("an id is found among invisible characters", () => {
  expect(findUuid(`\u202areceipt ${UUID.slice(0, 9)}\u200b${UUID.slice(9)}.json`)).toBe(UUID);
});

test("the digits of every script count", () => {
  // The domain itself cannot use Intl. Two of these scripts follow others without a gap, and some are beyond U+FFFF.
  for (const system of [
    "arab",
    "arabext",
    "beng",
    "deva",
    "fullwide",
    "thai",
    "khmr",
    "mathsans",
    "mathmono",
    "adlm",
  ]) {
    const digits = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1_234_567_890);
    expect(digits).not.toBe("1234567890");
    expect(compactDigits(digits), system).toBe("1234567890");
    expect(readAppCode([...digits].slice(0, 6).join(""))).toBe("123456");
  }
});

/** An amount as typed, the language ("both": either one), and the plain amount. */
const AMOUNTS: [typed: string, language: "en" | "fr" | "both", plain: string][] = [
  [".5", "both", "0.5"],
  [",5", "both", "0.5"],
  ["5.", "both", "5"],
  ["5,", "both", "5"],
  ["10.5", "both", "10.5"],
  ["10,5", "both", "10.5"],
  ["007", "both", "7"],
  ["0,500", "both", "0.500"],
  ["00,500", "both", "0.500"],
  ["1,000", "en", "1000"],
  ["1,000", "fr", "1.000"],
  ["1.000", "both", "1.000"],
  ["1,000.5", "both", "1000.5"],
  ["1.000,5", "both", "1000.5"],
  ["1,234,567", "both", "1234567"],
  ["1.234.567", "both", "1234567"],
  ["1,234,567.8", "both", "1234567.8"],
  ["1 234,56", "both", "1234.56"],
  ["1\u202f234,56", "both", "1234.56"],
  ["1\u00a0234.56", "both", "1234.56"],
  ["1\u2019234.56", "both", "1234.56"],
  ["1'234'567", "both", "1234567"],
  ["20\u200e", "both", "20"],
  ["\uff12\uff10\uff0e\uff15", "both", "20.5"],
  ["\u0662\u0660\u066b\u0665", "both", "20.5"],
  ["\u0661\u066c\u0662\u0663\u0664\u066b\u0665", "both", "1234.5"],
  ["$20", "both", "20"],
  ["20 $", "both", "20"],
  ["20 USDT", "both", "20"],
  ["20,50 usdms", "both", "20.50"],
  ["US$ 1,234.50", "both", "1234.50"],
  ["-5", "both", "-5"],
  ["\u22125,5", "both", "-5.5"],
  ["\u20135", "both", "-5"],
  ["- 5", "both", "-5"],
  ["+5", "both", "5"],
  ["\uff0b1", "both", "1"],
  // Text that is no amount stays as it is, without blanks.
  ["", "both", ""],
  [" \u200b", "both", ""],
  ["abc", "both", "abc"],
  [".", "both", "."],
  ["1,2,3", "both", "1,2,3"],
  ["1.2.3", "both", "1.2.3"],
  ["1,23,456", "both", "1,23,456"],
  ["12,345.67.8", "both", "12,345.67.8"],
  ["--5", "both", "--5"],
  ["1e5", "both", "1e5"],
  ["0x10", "both", "0x10"],
  ["\u00bd", "both", "\u00bd"],
  ["\u2460", "both", "\u2460"],
  ["2\u00b2", "both", "2\u00b2"],
  ["20 EUR", "both", "20EUR"],
  ["USDT", "both", "USDT"],
];

test.each(AMOUNTS)("the amount %j typed in %s is %j", (typed, language, plain) => {
  for (const each of language === "both" ? (["en", "fr"] as const) : [language]) {
    expect(plainAmount(typed, each)).toBe(plain);
    expect(plainAmount(plain, each)).toBe(plain);
  }
});

test.each([
  ["", "empty"],
  ["\u200b", "empty"],
  ["abc", "unreadable"],
  ["1e5", "unreadable"],
  ["0", "tooSmall"],
  ["-3", "tooSmall"],
  ["14,99", "tooSmall"],
  ["14.999", "tooSmall"],
  ["15.001", "tooFine"],
  ["99999999999", "tooLarge"],
  ["9999999999.99", 999_999_999_999_000_000n],
  ["10000000000", "tooLarge"],
  ["9".repeat(40), "tooLarge"],
  ["0".repeat(40) + "20", 2_000_000_000n],
])("the amount %j of at least 15 is %s", (typed, read) => {
  expect(readFormAmount(plainAmount(typed, "fr"), parseMinor("15"))).toBe(read);
});

test("an amount reads back as it is written, in both languages and with or without a unit", () => {
  const cents = fc
    .bigInt({ min: 0n, max: STORABLE_MAX / 1_000_000n })
    .map((units) => minor(units * 1_000_000n));
  const unit = fc.constantFrom("", " USDMS", "\u00a0USDT", "$");
  fc.assert(
    fc.property(cents, fc.constantFrom("en" as const, "fr" as const), unit, (amount, language, after) => {
      const plain = formatFixed(amount, 2);
      const written = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(
        plain as unknown as bigint,
      );
      for (const text of [plain, written]) {
        expect(readFormAmount(plainAmount(text + after, language), ZERO)).toBe(amount);
      }
    }),
  );
});

test("no typed amount is read as more or less than a strict one", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,9}(\.\d{1,8})?$/), (text) => {
      const amount = readFormAmount(text, ZERO, 8);
      expect(readFormAmount(plainAmount(text, "en"), ZERO, 8)).toBe(amount);
      expect(readFormAmount(plainAmount(text, "fr"), ZERO, 8)).toBe(amount);
    }),
  );
  expect(readFormAmount("0.000000009", SMALLEST, 8)).toBe("tooSmall");
});

test.each([
  `tron:${ADDRESS}`,
  `TRON:${ADDRESS}?amount=20&token=USDT`,
  `tron://${ADDRESS}`,
  `\u202a${ADDRESS}\u202c`,
  `${ADDRESS.slice(0, 17)}\r\n  ${ADDRESS.slice(17)}`,
  ADDRESS.match(/.{1,4}/g)!.join("\u00a0"),
  [...ADDRESS].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join(""),
])("an address is read from %j", (typed) => {
  expect(plainAddress(typed)).toBe(ADDRESS);
  expect(isPayableAddress(plainAddress(typed))).toBe(true);
});

test.each([ADDRESS.toLowerCase(), `bitcoin:${ADDRESS}`, ADDRESS.slice(1), `${ADDRESS}.`, ""])(
  "no address is read from %j",
  (typed) => {
    expect(isPayableAddress(plainAddress(typed))).toBe(false);
  },
);

test.each([
  [" 12345", "12345"],
  ["12 345", "12345"],
  ["\uff11\uff12\uff13\uff14\uff15", "12345"],
  ["00000", "00000"],
  ["1234", undefined],
  ["123456", undefined],
  ["12-345", undefined],
  ["12.45", undefined],
  ["1234a", undefined],
  ["", undefined],
])("the withdrawal code %j is %s", (typed, code) => {
  expect(readWithdrawalCode(typed)).toBe(code);
});

test.each([
  "-",
  "\u2010",
  "\u2011",
  "\u2012",
  "\u2013",
  "\u2014",
  "\u2212",
  "\uff0d",
  " ",
  "\u00ad",
  "\u2009\u2013\u2009",
])("a recovery code with %j between its groups", (dash) => {
  expect(readTwoStepCode(`${["ABCD", "efgh", "2345", "jklm"].join(dash)}\u200b`)).toBe("abcdefgh2345jklm");
  expect(plainInvitation(["A1B2", "C3D4", "E5F6", "G7H8"].join(dash))).toBe("A1B2C3D4E5F6G7H8");
  expect(readAppCode(`123${dash}456`)).toBe("123456");
});

test("an invitation of which the whole link was pasted", () => {
  expect(plainInvitation(" https://desk.example/auth#invite=A1B2-C3D4-E5F6-G7H8 ")).toBe("A1B2C3D4E5F6G7H8");
});

test.each([
  "",
  "12345",
  "1234567",
  "12345a",
  "abcde-fgh23",
  "abcd-efgh-2345-jk01",
  "abcd-efgh-2345",
  "abcd-efgh-2345-jklmn",
])("%j is no code of the second step", (typed) => {
  expect(readTwoStepCode(typed)).toBeUndefined();
});

test.each([`0x${TRANSACTION}`, ` ${TRANSACTION}\n`, `${TRANSACTION.slice(0, 32)} ${TRANSACTION.slice(32)}`])(
  "a transaction is read from %j",
  (typed) => {
    expect(readTransactionId(typed)).toBe(TRANSACTION);
    expect(readTransactionId(TRANSACTION.slice(1))).toBeUndefined();
  },
);

const LABEL_63 = "a".repeat(63);

test.each([
  ["chef@xn--e1afmkfd.xn--p1ai", "chef@xn--e1afmkfd.xn--p1ai"],
  ["chef@\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444", "chef@xn--e1afmkfd.xn--p1ai"],
  ["chef@ex\u00e4mple.fr", "chef@xn--exmple-cua.fr"],
  ["chef@exa\u0308mple.fr", "chef@xn--exmple-cua.fr"],
  ["chef@EX\u00c4MPLE.FR", "chef@xn--exmple-cua.fr"],
  ["chef@ex\u00e4mple\u3002fr", "chef@xn--exmple-cua.fr"],
  ["jean#1@example.fr", "jean#1@example.fr"],
  ["a&b@example.fr", "a&b@example.fr"],
  ["!#$%&'*+/=?^_`{|}~-@example.fr", "!#$%&'*+/=?^_`{|}~-@example.fr"],
  ["a..b.@example.fr", "a..b.@example.fr"],
  ["a@b.c", "a@b.c"],
  ["a@1.example", "a@1.example"],
  ["MAILTO:Jean@Example.fr", "jean@example.fr"],
  ["jean@example.fr\u200b", "jean@example.fr"],
  ["\uff4a\uff45\uff41\uff4e\uff20\uff45\uff0e\uff46\uff52", "jean@e.fr"],
  [`${"l".repeat(64)}@example.fr`, `${"l".repeat(64)}@example.fr`],
  [`a@${LABEL_63}.fr`, `a@${LABEL_63}.fr`],
])("the e-mail %j is %j", (typed, plain) => {
  expect(plainEmail(typed)).toBe(plain);
  expect(EMAIL.test(plain)).toBe(true);
});

test.each([
  "",
  "jean",
  "@example.fr",
  "jean@",
  "jean@example",
  "jean@@example.fr",
  "jean@dupont@example.fr",
  "jean@-example.fr",
  "jean@example-.fr",
  "jean@example.fr-",
  "jean@example..fr",
  "jean@.example.fr",
  "jean@example.fr.",
  "jean@exa_mple.fr",
  "jean@127.0.0.1",
  "jean@[127.0.0.1]",
  "jean@\u0661.2",
  "jean@ex\u00e4mple.fr:80",
  "jean@ex\u00e4mple.fr/path",
  "jean@ex\u00e4mple.fr?x",
  "jean@ex\u00e4mple.fr#x",
  "jean@ex\u00e4mple%2efr",
  "jean@\u2024.fr",
  "jean,dupont@example.fr",
  "<jean@example.fr>",
  '"jean dupont"@example.fr',
  "ch\u00e9f@example.fr",
  "\u212aarl@example.fr",
  `${"l".repeat(65)}@example.fr`,
  `a@${LABEL_63}a.fr`,
  `a@${"\u00e4".repeat(63)}.fr`,
  `a@${`${LABEL_63}.`.repeat(4)}fr`,
])("%j is no e-mail", (typed) => {
  expect(EMAIL.test(plainEmail(typed))).toBe(false);
});

test("an e-mail may have 254 characters and no more", () => {
  const domain = `${`${LABEL_63}.`.repeat(2)}${"a".repeat(57)}.fr`;
  const longest = `${"l".repeat(64)}@${domain}`;
  expect(longest).toHaveLength(253);
  expect(EMAIL.test(longest)).toBe(true);
  expect(EMAIL.test(longest.replace(".fr", ".fra"))).toBe(true);
  expect(EMAIL.test(longest.replace(".fr", ".fran"))).toBe(false);
});

test("a comma that could mean thousands or decimals is not read where both are likely", () => {
  expect(plainAmount("14,985", "en", 8)).toBe("14,985");
  expect(plainAmount("14,985", "fr", 8)).toBe("14.985");
  expect(plainAmount("14.985", "en", 8)).toBe("14.985");
  expect(plainAmount("1,234.5", "en", 8)).toBe("1234.5");
  expect(plainAmount("1,234,567", "en", 8)).toBe("1234567");
});

test("accents before the @ have a message of their own", () => {
  expect(hasForeignLocalPart(plainEmail("ch\u00e9f@example.fr"))).toBe(true);
  expect(hasForeignLocalPart(plainEmail("chef@ex\u00e4m ple"))).toBe(false);
});

test.each([
  ["pa\u0308ss", "p\u00e4ss"],
  ["\u1112\u1161\u11ab\u1100\u1173\u11af", "\ud55c\uae00"],
  ["\u212b", "\u00c5"],
  ["a\u00a0b\u2007c\u202fd\u3000e\u1680f", "a b c d e f"],
  ["\u2000\u2001", "  "],
])("the password %j is the same as %j", (one, other) => {
  expect(normalizePassword(one)).toBe(normalizePassword(other));
});

test.each([
  ["Secret", "secret"],
  [" secret", "secret"],
  ["se  cret", "se cret"],
  ["\uff53ecret", "secret"],
  ["secret\u200b", "secret"],
  ["se\tcret", "se cret"],
  ["\ufb01ne", "fine"],
])("the password %j is another one than %j", (one, other) => {
  expect(normalizePassword(one)).not.toBe(normalizePassword(other));
});

test("normalizing a password twice changes nothing", () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(..."ab \u00a0\u2000\u3000\u0308\u0323\u00e4\u212b\u1112\u1161\u11ab\u0958"),
      }),
      (password) => {
        const once = normalizePassword(password);
        expect(normalizePassword(once)).toBe(once);
      },
    ),
  );
});
