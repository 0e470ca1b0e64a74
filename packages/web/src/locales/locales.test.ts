import { messageFor } from "@veritick/contract/errors.ts";
import { hasLooseSpaces } from "@veritick/contract/typography.fixture.ts";
import { parseSync } from "vite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import backOffice from "../../../../docs/back-office.md?raw";
import backup from "../../../../docs/backup.md?raw";
import runbook from "../../../../docs/runbook.md?raw";
import { dayFormat, formatDays, formatIn } from "../lib/format.ts";
import { admin as adminEn } from "./en/admin.ts";
import { docsEn } from "./en/docs.ts";
import { fairnessEn } from "./en/fairness.ts";
import { en } from "./en/first.ts";
import { auth as authEn } from "./en/auth.ts";
import { desk as deskEn } from "./en/desk.ts";
import { landing as landingEn } from "./en/landing.ts";
import { laterEn } from "./en/later.ts";
import { admin as adminFr } from "./fr/admin.ts";
import { docsFr } from "./fr/docs.ts";
import { fairnessFr } from "./fr/fairness.ts";
import { fr } from "./fr/first.ts";
import { auth as authFr } from "./fr/auth.ts";
import { desk as deskFr } from "./fr/desk.ts";
import { landing as landingFr } from "./fr/landing.ts";
import { laterFr } from "./fr/later.ts";

/** Every text of a catalogue by its path; functions are called with a stand-in for each parameter. */
function texts(node: unknown, path = ""): Map<string, string> {
  if (typeof node === "string") return new Map([[path, node]]);
  if (typeof node === "function") {
    return new Map([
      [`${path}(${node.length})`, String(node(...Array.from({ length: node.length }, () => 2)))],
    ]);
  }
  return new Map(
    Object.entries(node as object).flatMap(([key, value]) => [...texts(value, `${path}.${key}`)]),
  );
}

const english = texts({
  ...en,
  landing: landingEn,
  auth: authEn,
  ...deskEn,
  ...laterEn,
  admin: adminEn,
  fairness: fairnessEn,
  docs: docsEn,
});
const french = texts({
  ...fr,
  landing: landingFr,
  auth: authFr,
  ...deskFr,
  ...laterFr,
  admin: adminFr,
  fairness: fairnessFr,
  docs: docsFr,
});

test("both languages have the same texts", () => {
  expect([...french.keys()].sort()).toEqual([...english.keys()].sort());
});

test("no text is empty", () => {
  const empty = [...english, ...french].filter(([, text]) => text.trim() === "");
  expect(empty).toEqual([]);
});

/** Words that are the same in both languages. */
const SAME_WORDS = new Set(
  (
    "Action Actions Active Code Admin E-mail Administration Cause Chance Exports Maintenance Max Message Minutes N/A Net Note Notes Notification " +
    "Installation Invitations Notifications OK Position Positions Session Sessions Signature Support Tick Total Trades Transaction code positions " +
    "support Webhook Webhooks"
  ).split(" "),
);

/** Texts that are the same on purpose, by path. */
const SAME_TEXTS: Readonly<Record<string, string>> = {
  ".common.product": "a name",
  ".admin.search.key": "the names of keys",
  ".admin.installation.version(1)": "a word that both have, and a number",
  ".common.notices(1)": "a word that both have, and a key",
  ".common.languages.en": "a language is listed by its own name",
  ".common.languages.fr": "a language is listed by its own name",
  ".limits.minutes(1)": "a word that both have",
  ".landing.footer.copyright(1)": "a name and a year",
  ".auth.email": "the word of the specification",
  ".profile.account.email": "the word of the specification",
  ".receipt.barrier.distance": "a formula",
  ".receipt.promise.signature": "a word that both have, and the name of a method",
  ".fairness.pages.rule.minute(1)": "a word that both have",
};

/** Removes units and symbols, which need no translation. */
const withoutUnits = (text: string) => text.replaceAll(/\b(USDMS|USDT|USD|min|net|s)\b/g, "");

test("every French text is translated, except words that both languages share", () => {
  const same = [...french].filter(([path, text]) => english.get(path) === text);
  const untranslated = same.filter(
    ([path, text]) => /\p{L}/u.test(withoutUnits(text)) && !SAME_WORDS.has(text) && !(path in SAME_TEXTS),
  );
  expect(untranslated).toEqual([]);
  const samePaths = new Set(same.map(([path]) => path));
  expect(Object.keys(SAME_TEXTS).filter((path) => !samePaths.has(path))).toEqual([]);
});

/** Texts that have a straight apostrophe in the specification. */
const STRAIGHT = ["Échec de l'inscription", "You don't have enough funds"];

test.each([
  ["French", french],
  ["English", english],
])("%s has typographic apostrophes, quotation marks and dots, and no double space", (_, texts) => {
  const loose = [...texts].filter(([, text]) => /['"]|\.\.\.| {2}/.test(text) && !STRAIGHT.includes(text));
  expect(loose).toEqual([]);
});

test("French has a no-break space before high punctuation and inside quotation marks", () => {
  expect([...french].filter(([, text]) => hasLooseSpaces(text))).toEqual([]);
});

test("English has no space before a percent sign", () => {
  expect([...english].filter(([, text]) => /\s%/.test(text))).toEqual([]);
});

test("French has decimal commas, and spaces that do not break between thousands", () => {
  expect([...french].filter(([, text]) => /\d\.\d|[1-9]\d{0,2},\d{3}(?!\d)|\d \d{3}/.test(text))).toEqual([]);
  const { money, percent, chance, multiplier, moment, clock, ago } = formatIn("fr");
  expect(money("86400.509")).toBe("86\u202f400,50");
  // Browsers use different ones of these two spaces.
  expect(percent(-0.0002)).toMatch(/^\u22120,02[\u00a0\u202f]%$/);
  expect(chance(0.2714)).toMatch(/^27,1[\u00a0\u202f]%$/);
  expect(multiplier("2.50")).toBe("×\u202f2,5");
  expect(moment("2026-02-01T12:30:00.000Z")).toMatch(/^1er févr\. 2026, \d\d:30$/);
  expect(dayFormat("fr")("2026-11-28")).toBe("28 nov.");
  expect(dayFormat("fr")("2026-12-01")).toBe("1er déc.");
  expect(formatDays("fr", "2026-01-31", "2026-02-01")).toMatch(/^31 janvier.+1er février 2026$/);
  expect(formatDays("fr", "2026-12-01", "2026-12-11")).toMatch(/^1er.+11 décembre 2026$/);
  expect(clock(0)).toMatch(/^\d\d:00:00$/);
  expect(ago(0, 86_400)).toBe("hier");
});

type Say = (...values: unknown[]) => string;

function functionsOf(node: unknown, path = ""): [path: string, say: Say][] {
  if (typeof node === "function") return [[path, node as Say]];
  if (typeof node === "string") return [];
  return Object.entries(node as object).flatMap(([key, value]) => functionsOf(value, `${path}.${key}`));
}

/** French texts with other words at zero, or without a part at zero. */
const OTHERWISE_AT_ZERO = [
  ".trade.price.summaryPositions",
  ".trade.result.several",
  ".practice.result.several",
  ".limits.reminder.title",
  ".profile.twoStep.codesLeft",
  ".security.banner.what",
  ".admin.user.times",
  // The parameter is not a count.
  ".admin.audit.several",
];

test("French has the singular at 0 and 1, and a plural wherever English has one", () => {
  const sayInEnglish = new Map(
    functionsOf({
      ...en,
      landing: landingEn,
      auth: authEn,
      ...deskEn,
      ...laterEn,
      admin: adminEn,
      fairness: fairnessEn,
      docs: docsEn,
    }),
  );
  const sayInFrench = functionsOf({
    ...fr,
    landing: landingFr,
    auth: authFr,
    ...deskFr,
    ...laterFr,
    admin: adminFr,
    fairness: fairnessFr,
    docs: docsFr,
  });
  const withCount = (say: Say, place: number, count: number) =>
    say(...Array.from({ length: say.length }, (_, index) => (index === place ? count : 7))).replaceAll(
      new RegExp(String.raw`\b${count}\b`, "g"),
      "#",
    );
  let plurals = 0;
  for (const [path, say] of sayInFrench) {
    for (let place = 0; place < say.length; place += 1) {
      const [none, one, two] = [0, 1, 2].map((count) => withCount(say, place, count));
      if (!OTHERWISE_AT_ZERO.includes(path)) expect(none, path).toBe(one);
      const [single, several] = [1, 2].map((count) => withCount(sayInEnglish.get(path)!, place, count));
      if (single === several) continue;
      plurals += 1;
      expect(one, path).not.toBe(two);
    }
  }
  expect(plurals).toBeGreaterThan(10);
});

test("has the fallback texts of the specification", () => {
  expect(authFr.login.failed).toBe("Échec de la connexion");
  expect(authFr.register.failed).toBe("Échec de l'inscription");
  expect(authEn.mismatch).toBe("Passwords do not match");
  expect(laterEn.payments.deposit.form.invalid).toBe("Invalid amount");
  expect(laterEn.payments.deposit.form.minimumMissed).toBe("Minimum deposit amount is 15 USDMS");
  expect(laterEn.payments.deposit.form.failed).toBe("Cannot create deposit");
  expect(laterEn.payments.withdrawal.form.failed).toBe("Cannot create withdrawal");
  expect(en.common.unknownError).toBe("An error occurred");
});

test("the page and the server refuse too many decimals in the same words", () => {
  expect(deskEn.trade.ticket.amountDecimals).toBe(messageFor("amount_decimals", "en"));
  expect(deskFr.trade.ticket.amountDecimals).toBe(messageFor("amount_decimals", "fr"));
});

test.each([
  ["the back office", backOffice, 30],
  ["the runbook", runbook, 10],
  ["the page about backups", backup, 5],
])("%s names only existing buttons and tabs", (_page, text, least) => {
  // Bold words that end in a full stop or a colon are no buttons: they warn, or begin a paragraph.
  const bold = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words]) => words!.replaceAll(/\s+/g, " "));
  const named = bold.filter((words) => !/[.:]$/.test(words));
  expect(new Set(named).size).toBeGreaterThan(least);
  const shown = new Set(english.values());
  expect([...new Set(named)].filter((words) => !shown.has(words))).toEqual([]);
});

test.each([
  [1, "1 recovery code is left.", "Il reste 1 code de secours."],
  [2, "2 recovery codes are left.", "Il reste 2 codes de secours."],
])("uses it in sentences: %i recovery codes", (count, english, french) => {
  expect(laterEn.profile.twoStep.codesLeft(count)).toBe(english);
  expect(laterFr.profile.twoStep.codesLeft(count)).toBe(french);
});

test("counts results in French with each word in its own form", () => {
  expect([0, 1, 2].map((count) => deskFr.trade.result.several(count, 2, 0, 1))).toEqual([
    "2 perdues, 1 clôturée avant l’échéance",
    "1 gagnée, 2 perdues, 1 clôturée avant l’échéance",
    "2 gagnées, 2 perdues, 1 clôturée avant l’échéance",
  ]);
});

test.each([
  [1, "1 more position was sold back before expiry and is not counted. Its chance to win was 40% at entry"],
  [
    2,
    "2 more positions were sold back before expiry and are not counted. Their average chance to win was 40%",
  ],
])("tells the chance to win of positions that were sold back: %i", (count, words) => {
  expect(fairnessEn.pages.honesty.sold(String(count), "40%", "38%", count)).toContain(words);
});

describe("visible text", () => {
  /** The sources of all visible text, except the design system's page, which only developers see. */
  const sources = import.meta.glob<string>(
    ["../**/*.{ts,tsx}", "!../**/*.test.{ts,tsx}", "!../locales/**", "!../design/**"],
    { query: "?raw", import: "default", eager: true },
  );

  /** Attributes and properties with a value that people read or hear. */
  const SEEN = new Set(
    [
      "aria-label aria-description aria-placeholder aria-roledescription aria-valuetext title placeholder alt label",
      "hint text body heading description caption summary message tooltip legend prefix suffix empty content",
    ]
      .join(" ")
      .split(" "),
  );

  /** Words that are the same in every language: units, the start of an address, names of browsers and systems. */
  const SAME_EVERYWHERE = new Set(["USDMS", "USDT", "USDMS/USD", "T…", "Samsung Internet"]);

  type Node = Record<string, unknown> & { type: string; start: number };

  const isNode = (value: unknown): value is Node =>
    typeof value === "object" && value !== null && typeof (value as Node).type === "string";

  function* childrenOf(node: Node): Generator<Node> {
    for (const value of Object.values(node)) {
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) yield each;
    }
  }

  /** Yields the literal texts that an expression may evaluate to. Results of calls are unknown. */
  function* literalsOf(node: unknown): Generator<string> {
    if (!isNode(node)) return;
    if (node.type === "Literal" && typeof node["value"] === "string") yield node["value"];
    if (node.type === "TemplateElement") yield (node["value"] as { raw: string }).raw;
    const parts = {
      ConditionalExpression: ["consequent", "alternate"],
      LogicalExpression: ["left", "right"],
      BinaryExpression: node["operator"] === "+" ? ["left", "right"] : [],
      TemplateLiteral: ["quasis", "expressions"],
      JSXExpressionContainer: ["expression"],
      ParenthesizedExpression: ["expression"],
      TSAsExpression: ["expression"],
      TSSatisfiesExpression: ["expression"],
      TSNonNullExpression: ["expression"],
    }[node.type];
    for (const part of parts ?? []) for (const each of [node[part]].flat()) yield* literalsOf(each);
  }

  const nameOf = (node: unknown): string => (isNode(node) ? String(node["name"] ?? node["value"]) : "");

  /** Yields the texts that a node shows as they are, judged from the node alone. */
  function* shownBy(node: Node): Generator<string> {
    if (node.type === "JSXText") yield String(node["value"]);
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      for (const child of node["children"] as Node[]) yield* literalsOf(child);
    }
    if (node.type === "JSXAttribute" && SEEN.has(nameOf(node["name"]))) yield* literalsOf(node["value"]);
    if (node.type === "Property" && SEEN.has(nameOf(node["key"]))) yield* literalsOf(node["value"]);
    if (node.type === "AssignmentExpression") {
      const target = isNode(node["left"]) ? nameOf(node["left"]["property"]) : "";
      if (/^(title|textContent|innerText|placeholder|ariaLabel)$/.test(target))
        yield* literalsOf(node["right"]);
    }
  }

  /**
   * Yields literals of several words. They are meant for people, unless they are markup, options of a command, columns of
   * a grid or for the console.
   */
  function* wordsOf(node: Node, isForDevelopers: boolean): Generator<string> {
    if (isForDevelopers || node.type === "JSXAttribute") return;
    if (node.type !== "Literal" && node.type !== "TemplateElement") return;
    for (const text of literalsOf(node)) {
      if (/\p{L}{2,},? \p{L}/u.test(text) && !/^(<|--)|minmax\(/.test(text)) yield text;
    }
  }

  function isForDevelopers(node: Node): boolean {
    if (node.type === "ThrowStatement") return true;
    if (node.type !== "CallExpression" || !isNode(node["callee"])) return false;
    return /^#?(warn|error)$/.test(nameOf(node["callee"]["property"]));
  }

  /** Returns the texts that a file shows and no catalogue contains. */
  function looseTexts(path: string, source: string): string[] {
    const { program, errors } = parseSync(path, source);
    if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]!.message}`);
    const found = new Set<string>();
    const visit = (node: Node, isHidden: boolean) => {
      const texts = [...shownBy(node), ...wordsOf(node, isHidden)];
      for (const text of texts.map((each) => each.trim())) {
        if (!/\p{L}/u.test(text) || SAME_EVERYWHERE.has(text)) continue;
        found.add(`${path}:${source.slice(0, node.start).split("\n").length} ${text}`);
      }
      for (const child of childrenOf(node)) visit(child, isHidden || isForDevelopers(child));
    };
    visit(program as unknown as Node, false);
    return [...found];
  }

  test("every text that people see or hear is in a catalogue", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(100);
    expect(Object.entries(sources).flatMap(([path, source]) => looseTexts(path, source))).toEqual([]);
  });

  describe("the search finds", () => {
    const finds = (source: string) => looseTexts("some.tsx", source).map((each) => each.replace(/^\S+ /, ""));

    test.each([
      ["text in an element", "<p>Hello {name}</p>", ["Hello"]],
      ["text in braces", '<p>{"Hello"}</p>', ["Hello"]],
      ["one side of a condition", '<p>{isNew ? "New" : text.old}</p>', ["New"]],
      ["what stands behind an and", '<p>{isNew && "New"}</p>', ["New"]],
      ["a template", "<p>{`${count} left`}</p>", ["left"]],
      ["a fragment's text", "<>Hello</>", ["Hello"]],
      ["an attribute", '<button aria-label="Close" className="close" type="button" />', ["Close"]],
      ["a property of ours", "<Field label={`${name} of yours`} hint='Six'/>", ["of yours", "Six"]],
      ["what a notice says", 'showNotice({ tone: "good", title: "Saved" })', ["Saved"]],
      ["the title of the page", 'document.title = "Profile"', ["Profile"]],
      ["a sentence anywhere", 'const text = "Something went wrong"', ["Something went wrong"]],
    ])("%s", (_, source, expected) => expect(finds(source)).toEqual(expected));

    test.each([
      ["texts of the catalogue", "<p title={text.hint}>{text.count(2)}</p>"],
      ["names of keys", '<p>{text.states["failed"]}</p>'],
      ["units", "<span>{amount} USDMS</span>"],
      ["what is for developers", 'throw new Error("the terms are missing"); console.warn("it did not come")'],
      ["code in attributes", '<input name="amount" autoComplete="off" d="M12 20V4.5M5 11l7-7 7 7" />'],
    ])("not %s", (_, source) => expect(finds(source)).toEqual([]));
  });
});

describe("the chosen language", () => {
  const kept = new Map<string, string>();
  const root = { lang: "en", dataset: {} };
  let french = Promise.withResolvers<object>();
  let page: typeof import("./text.ts");

  beforeEach(async () => {
    kept.clear();
    root.lang = "en";
    french = Promise.withResolvers();
    vi.stubGlobal("document", { documentElement: root });
    vi.stubGlobal("fetch", () => Promise.reject(new Error("no network")));
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
    vi.resetModules();
    vi.doMock("./fr/first.ts", () => french.promise);
    page = await import("./text.ts");
    await page.loadChosenLanguage();
  });

  afterEach(() => {
    vi.doUnmock("./fr/first.ts");
    vi.resetModules();
    vi.unstubAllGlobals();
  });

  test("is stored before its texts have loaded, and shown afterwards", async () => {
    const switched = page.switchLanguage("fr");
    expect([kept.get("language"), root.lang]).toEqual(["fr", "en"]);
    french.resolve({ fr });
    await switched;
    expect([kept.get("language"), root.lang]).toEqual(["fr", "fr"]);
  });

  test("is the last one, even if the texts of an earlier one load later", async () => {
    const switched = page.switchLanguage("fr");
    await page.switchLanguage("en");
    french.resolve({ fr });
    await switched;
    expect([kept.get("language"), root.lang]).toEqual(["en", "en"]);
  });

  test("returns to the shown one if its texts do not load", async () => {
    const switched = page.switchLanguage("fr");
    french.reject(new Error("no network"));
    await switched;
    expect([kept.get("language"), root.lang]).toEqual(["en", "en"]);
  });

  test("of another tab is not taken back here if its texts do not load here", async () => {
    kept.set("language", "fr");
    const switched = page.showLanguage("fr");
    french.reject(new Error("no network"));
    await switched;
    expect([kept.get("language"), root.lang]).toEqual(["fr", "en"]);
  });
});
