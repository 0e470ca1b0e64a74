import { errorWords } from "@veritick/contract/errors.ts";
import { hasLooseSpaces } from "@veritick/contract/typography.fixture.ts";
import { parseSync } from "vite";
import { expect, test } from "vitest";

type Language = "en" | "fr";
type Text = { readonly place: string; readonly text: string };

const CATALOGUES = import.meta.glob<string>("./{en,fr}/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The server's files with words of mails and pushes. */
const MAILS = import.meta.glob<string>(
  [
    "../../../server/src/notifications/*.ts",
    "../../../server/src/own-account/closing-mails.ts",
    "../../../server/src/accounts/replace-password.ts",
    "../../../server/src/accounts/email/links.ts",
    "!../../../server/src/**/*.test.ts",
  ],
  { query: "?raw", import: "default", eager: true },
);

type Node = Record<string, unknown> & { type: string; start: number };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Returns the language that a name in a file for both languages tells: `fr`, `CHANGES_FR`. */
function languageOf({ type, id, key }: Node): Language | undefined {
  const named = type === "VariableDeclarator" ? id : type === "Property" ? key : undefined;
  return /(?:^|_)(en|fr)$/i.exec(isNode(named) ? String(named["name"]) : "")?.[1]?.toLowerCase() as
    | Language
    | undefined;
}

/** Yields the texts of a file in one language, with # for each value in them. Names of modules and fields are none. */
function* textsOf(
  node: unknown,
  wanted: Language,
  language: Language | undefined,
): Generator<Node & { text: string }> {
  if (Array.isArray(node)) for (const each of node) yield* textsOf(each, wanted, language);
  if (!isNode(node) || node.type === "ImportDeclaration") return;
  const own = languageOf(node) ?? language;
  if (own === wanted) {
    if (node.type === "Literal" && typeof node["value"] === "string") yield { ...node, text: node["value"] };
    if (node.type === "TemplateLiteral") {
      const parts = (node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
      yield { ...node, text: parts.join("#") };
    }
  }
  for (const [name, value] of Object.entries(node)) {
    if (name !== "key" && (typeof value === "object" || Array.isArray(value)))
      yield* textsOf(value, wanted, own);
  }
}

function readFiles(
  files: Record<string, string>,
  wanted: Language,
  languageAt: (path: string) => Language | undefined,
) {
  return Object.entries(files).flatMap(([path, source]): Text[] => {
    const { program, errors } = parseSync(path, source);
    if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]!.message}`);
    return [...textsOf(program, wanted, languageAt(path))].map(({ start, text }) => ({
      place: `${path.replace(/^(\.\.?\/)+/, "")}:${source.slice(0, start).split("\n").length}`,
      text,
    }));
  });
}

const textsIn = (language: Language): Text[] => [
  ...readFiles(CATALOGUES, language, (path) => (path.startsWith("./fr/") ? "fr" : "en")),
  ...Object.entries(errorWords).map(([code, words]) => ({ place: `refusal ${code}`, text: words[language] })),
  ...readFiles(MAILS, language, () => undefined),
];

const english = textsIn("en");
const french = textsIn("fr");

const EVERYWHERE = /^/;
/** What staff and programmers read has words of operators, too. */
const FOR_USERS = /^(?!.*(?:admin|docs|staff)|refusal (?:installation_|setup_|webhook_))/;
/** These catalogues also have the page on which an operator sets up an installation. */
const WITHOUT_SETUP =
  /^(?!(?:en|fr)\/later)(?!.*(?:admin|docs|staff)|refusal (?:installation_|setup_|webhook_))/;

/** Words that have a plain or a standard one in their place. docs/glossary.md has the words to use. */
const NOT_IN_ENGLISH: readonly (readonly [RegExp, RegExp?])[] = [
  [/\bshort positions?\b/i],
  [/\bproofs? of identity\b/i],
  [/\b(?:took|taken) (?:the money )?back\b/i],
  [/\bon trust\b/i],
  [/\bdaily (?:comparison|statement)/i],
  [/\bstatement of account\b/i],
  [/\b(?:two persons|people with rights)\b/i],
  [/(?<!there )\bis no (?!longer\b)/i],
  [/\bany ?more\b/i],
  [/\b(?:whatever|whoever|begun)\b/i],
  [/\bnobody can (?:tell|say)\b/i],
  [/\bplatform (?:did|does) not (?:say|answer)\b/i],
  [/\bdat(?:e|ed|ing) (?:\w+ ){0,3}back\b/i],
  [/\border enters?\b|\benter(?:s|ing) at\b/i],
  [/\bprice (?:has )?(?:ended|began|was restarted)\b/i],
  [/\blog(?:ged|ging)? (?:in|out)\b/i],
  [/^To (?:the |fairness)/],
  [/\bSell for\b/, /en\/later/],
  [/\bsandbox\b/i, FOR_USERS],
  [/\binstallation\b/i, WITHOUT_SETUP],
  [/\bhouse\b(?! edge)/i, FOR_USERS],
];

const NOT_IN_FRENCH: readonly (readonly [RegExp, RegExp?])[] = [
  [/\bpositions? courtes?\b/i],
  [/\btours?\b/i],
  [/\bcaissi(?:er|ère)s?\b/i],
  [/\b(?:deux|deuxième|seconde) étapes?\b/i],
  [/(?<!avantage de la )\bmaison\b/i],
  [/\bpreuves? d’identité\b/i],
  [/\bsuivi des personnes\b/i],
  [/\b(?:sommes dues|relevés? du jour)\b/i],
  [/\bchances? de gagner\b|\bla chance\b/i],
  [/\b(?:trader|tradez|tradent)\b|\bTrades\b/],
  [/\bordre entre\b/i],
  [/\bprix (?:a recommencé|a pris fin|prend fin)/i],
  [/\bpersonne ne peut (?:le )?dire\b/i],
  [/\bplateforme n’a pas (?:dit|répondu)\b/i],
  [/\b(?:prévenez|demandez à|écrivez à) l’assistance\b/i],
  [/\b(?:vous seul|plus connecté|toujours connecté|été déconnecté)\b/i],
  [/\bde retour sur\b/i],
  [/\bà nouveau\b/i],
  [/\bréglez \S+ sur\b/i],
  [/^Vers (?:l’|la |le )|^Aller au tableau/],
  [/\bVendre pour\b/, /fr\/later/],
  [/\bbac à sable\b/i, FOR_USERS],
  [/\binstallation\b/i, WITHOUT_SETUP],
];

test("reads the words of pages, refusals, mails and pushes in both languages", () => {
  for (const texts of [english, french]) {
    const places = texts.map(({ place }) => place);
    for (const part of [
      "/landing.ts",
      "/fairness.ts",
      "refusal forbidden",
      "/mail-words.ts",
      "/push-words.ts",
      "/links.ts",
    ])
      expect(
        places.filter((place) => place.includes(part)),
        part,
      ).not.toEqual([]);
  }
});

test.each([
  ["English", english, NOT_IN_ENGLISH],
  ["French", french, NOT_IN_FRENCH],
] as const)("no %s text has a word that another one replaces", (_, texts, words) => {
  expect(texts.length).toBeGreaterThan(1500);
  const found = texts.flatMap(({ place, text }) =>
    words
      .filter(([word, where = EVERYWHERE]) => word.test(text) && where.test(place))
      .map(([word]) => `${place} has ${String(word.exec(text)![0])}: ${text}`),
  );
  expect(found).toEqual([]);
});

/** A text that has a straight apostrophe in the specification. */
const STRAIGHT = "Échec de l'inscription";

test.each<[string, (text: string) => boolean]>([
  ["no-break spaces before high punctuation and inside quotation marks", (text) => !hasLooseSpaces(text)],
  ["its own apostrophes and quotation marks", (text) => !/['"“”]/.test(text)],
  ["quotation marks in pairs", (text) => text.split("«").length === text.split("»").length],
  ["narrow no-break spaces in numbers", (text) => !/\d[ \u00a0]\d{3}(?!\d)/.test(text)],
  ["a no-break space after N°", (text) => !/\b[Nn]° /.test(text)],
  [
    "1er for the first day of a month",
    (text) => !/\b1 (?:janv|févr|mars|avril|mai|juin|juil|août|sept|oct|nov|déc)/.test(text),
  ],
  [
    "accents on capitals",
    (text) =>
      !/(?<!\p{L})(?:E(?:tat|tre|quit|chec|cran|chéan|lément|vén|crit|crivez)|A (?:traiter|propos|partir|venir))/u.test(
        text,
      ),
  ],
])("French has %s", (_, isRight) => {
  expect(french.filter(({ text }) => text !== STRAIGHT && !isRight(text))).toEqual([]);
});
