import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { findUnreadLine, isQuotable, readEnvFile, writeEnvFile } from "./env-file.ts";

const ODD = `p$HOME&a<b>#"c" \\d;*\`!`;

it("a written value is read as it was, by Node.js and by itself", () => {
  const text = writeEnvFile("# first\nSMTP_URL=\nNEXT=1\n", new Map([["SMTP_URL", ODD]]));
  expect([parseEnv(text)["SMTP_URL"], readEnvFile(text).get("SMTP_URL")]).toEqual([ODD, ODD]);
  expect(text).toMatch(/^# first\nSMTP_URL='.*'\nNEXT=1\n$/);
});

const readText = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../${file}`, import.meta.url)), "utf8");

const SHELLS = ["dash", "bash"].filter((shell) => spawnSync(shell, ["-c", ":"]).error === undefined);
it.each(SHELLS)("the documented line opens a %s that has the settings as they are written", (shell) => {
  const folder = mkdtempSync(join(tmpdir(), "veritick-env-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const url = `postgresql://u:p&a<b>$HOME \`touch ran\` "q" #h \\n;|(x)*!@h/db?a=b&sslmode=verify-full`;
  writeFileSync(join(folder, "v.env"), `DATABASE_URL='${url}'\nMAIL_FROM="it's us"\nPORT=3000\n`);
  const [line] = /^cd \/opt\/veritick && sudo .*$/m.exec(readText("docs/install.md"))!;
  const here = line
    .replace("/opt/veritick", folder)
    .replace("sudo -u veritick node", `"${process.execPath}"`)
    .replace("/etc/veritick.env", "v.env")
    .replace('"sh"', `"${shell}"`);
  const printed = execFileSync(shell, ["-c", here], {
    input: 'printf "%s\\n" "$DATABASE_URL" "$MAIL_FROM" "$PORT" "$PWD"',
    encoding: "utf8",
  });
  expect(printed.split("\n")).toEqual([url, "it's us", "3000", folder, ""]);
  expect(readdirSync(folder)).toEqual(["v.env"]);
});

it("no document has a shell read a file of settings", () => {
  const documents = [
    "docs/install.md",
    "docs/backup.md",
    "docs/secrets.md",
    "docs/upgrading.md",
    "ops/ha/README.md",
  ];
  for (const file of [...documents, ".env.example"])
    expect(readText(file), file).not.toMatch(/set -a|^(?:source|\.) \S+\.env/m);
});

it("any values that can be quoted survive, and nothing else changes", () => {
  const value = fc
    .string({ unit: "grapheme-ascii" })
    .map((text) => text.trim())
    .filter(isQuotable);
  fc.assert(
    fc.property(value, value, (one, two) => {
      const before = "A=x # a comment\n#A=1\n B=2\nC='it is'\n";
      const after = writeEnvFile(
        before,
        new Map([
          ["A", one],
          ["D", two],
        ]),
      );
      expect(Object.fromEntries(readEnvFile(after))).toEqual({ A: one, C: "it is", D: two });
      expect(after.split("\n").slice(1, 4)).toEqual(["#A=1", " B=2", "C='it is'"]);
    }),
  );
});

it("lines whose value stays are written as they were, and no value that only they can hold is new", () => {
  const before = `A="it's \\"mine\\"" # why\nB=\${HOME}/x\nC=plain # kept\nD=  spaced  \nE='$x'\r\nF=1\nF=2\n# end\n`;
  const values = new Map(readEnvFile(before));
  expect(writeEnvFile(before, values)).toBe(before);
  expect(writeEnvFile(before, values.set("F", "3"))).toBe(before.replaceAll(/^F=.$/gm, "F=3"));
  expect(() => writeEnvFile(before, values.set("A", "it's another"))).toThrow("A");
});

it.each([
  ["A=plain # comment", "plain"],
  ["A=with#sign", "with#sign"],
  ["A=", ""],
  ["A='$x # y' # comment", "$x # y"],
  ['A="say \\"it\\"  " # comment', 'say "it"  '],
  ["A=1\nA=2", "2"],
  ["A=crlf\r", "crlf"],
])("reads %j", (text, value) => {
  expect(readEnvFile(text).get("A")).toBe(value);
});

it.each(["export A=1", " A=1", "A = 1", "A =1", "\tA=1", "A: 1", "\uFEFFA=1", "export\tA = 1"])(
  "finds %j, which it does not read",
  (line) => {
    const textWith = (own: string) => `# A = 1\n#A=1\n\nB=2 # A = 1\n${own}\nC=3\n`;
    expect(readEnvFile(textWith(line)).has("A")).toBe(false);
    expect(findUnreadLine(textWith(line))).toBe(line.replace(/1$/, "").trim());
    expect(findUnreadLine(textWith("A=' = 1'\r"))).toBeUndefined();
  },
);

it.each(["it's", "ends with \\", "two\nlines"])("cannot write %j so that all read it alike", (value) => {
  expect(isQuotable(value)).toBe(false);
});
