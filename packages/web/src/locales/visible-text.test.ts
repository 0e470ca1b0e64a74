import { parseSync } from "vite";
import { describe, expect, test } from "vitest";

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
 * Yields literals of several words. They are meant for people, unless they are markup, options of a command or for the
 * console.
 */
function* wordsOf(node: Node, isForDevelopers: boolean): Generator<string> {
  if (isForDevelopers || node.type === "JSXAttribute") return;
  if (node.type !== "Literal" && node.type !== "TemplateElement") return;
  for (const text of literalsOf(node)) {
    if (/\p{L}{2,},? \p{L}/u.test(text) && !/^(<|--)/.test(text)) yield text;
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
