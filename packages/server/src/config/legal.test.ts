import { expect, it } from "vitest";
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
