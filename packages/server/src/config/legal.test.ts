import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const read = (environment: Record<string, string>) =>
  readConfig({
    DATABASE_URL: "postgresql://somebody@example.com/veritick",
    PRICE_SECRET: "ab".repeat(32),
    CODE_PEPPER: "cd".repeat(32),
    SIGNING_KEY: "ef".repeat(32),
    BEACON_KEY: "12".repeat(32),
    ...environment,
  });

describe("LEGAL_LINKS", () => {
  it("may name the readers' language before a title", () => {
    const LEGAL_LINKS =
      "en:Terms=https://a.example/en, fr: Conditions =https://a.example/fr, Privacy=https://a.example/p";
    expect(read({ LEGAL_LINKS }).legalLinks).toEqual([
      { title: "Terms", url: "https://a.example/en", language: "en" },
      { title: "Conditions", url: "https://a.example/fr", language: "fr" },
      { title: "Privacy", url: "https://a.example/p" },
    ]);
    expect(read({}).legalLinks).toEqual([]);
  });

  it.each(["de:Bedingungen=https://a.example", "en:=https://a.example", "Terms", "Terms=http://a.example"])(
    "cannot be %j",
    (LEGAL_LINKS) => {
      expect(() => read({ LEGAL_LINKS })).toThrow("LEGAL_LINKS must");
    },
  );
});

describe("TERMS_VERSION", () => {
  const LEGAL_LINKS = "Terms=https://a.example";

  it("is a short text, and needs LEGAL_LINKS", () => {
    expect(read({ LEGAL_LINKS, TERMS_VERSION: " 2026-11-01 " }).termsVersion).toBe("2026-11-01");
    expect(read({ LEGAL_LINKS }).termsVersion).toBeUndefined();
    expect(() => read({ TERMS_VERSION: "1" })).toThrow("TERMS_VERSION needs LEGAL_LINKS");
  });

  it.each(["x".repeat(41), "1\n2", "<b>1</b>"])("cannot be %j", (TERMS_VERSION) => {
    expect(() => read({ LEGAL_LINKS, TERMS_VERSION })).toThrow("TERMS_VERSION must be at most 40");
  });
});

describe("BLOCKED_COUNTRIES", () => {
  const all = { BLOCKED_COUNTRIES: "US, kp", COUNTRY_HEADER: "CF-IPCountry", TRUSTED_PROXIES: "loopback" };

  it("goes with a header, in which a trusted proxy names the country", () => {
    expect(read(all).blockedCountries).toEqual({ header: "cf-ipcountry", codes: new Set(["US", "KP"]) });
    expect(read({}).blockedCountries).toBeUndefined();
    for (const name of ["BLOCKED_COUNTRIES", "COUNTRY_HEADER"])
      expect(() => read({ ...all, [name]: "" })).toThrow("go together");
    expect(() => read({ ...all, TRUSTED_PROXIES: "" })).toThrow("COUNTRY_HEADER needs TRUSTED_PROXIES");
  });

  it.each([
    ["BLOCKED_COUNTRIES", "USA"],
    ["BLOCKED_COUNTRIES", "US,,FR"],
    ["COUNTRY_HEADER", "cf ipcountry"],
  ])("names %s where it cannot be %j", (name, value) => {
    expect(() => read({ ...all, [name]: value })).toThrow(`${name} must be`);
  });
});

it("SECURITY_CONTACT is an address of a mailbox or page, and needs PUBLIC_URL", () => {
  const PUBLIC_URL = "https://veritick.example";
  for (const SECURITY_CONTACT of ["mailto:security@veritick.example", "https://veritick.example/report"])
    expect(read({ PUBLIC_URL, SECURITY_CONTACT }).securityContact).toBe(SECURITY_CONTACT);
  for (const SECURITY_CONTACT of [
    "security@veritick.example",
    "http://a.example",
    "mailto:a@b.example\nExpires: 1",
  ])
    expect(() => read({ PUBLIC_URL, SECURITY_CONTACT })).toThrow("SECURITY_CONTACT must be");
  expect(() => read({ SECURITY_CONTACT: "https://a.example" })).toThrow("needs PUBLIC_URL");
});
