import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/** The text of every file below `src` with one of these endings, by its path. */
function sources(ending: RegExp): [path: string, text: string][] {
  const names = readdirSync(new URL("..", import.meta.url), { recursive: true }) as string[];
  return names
    .filter((name) => ending.test(name) && !name.includes(".test."))
    .map((name) => [name, read(`../${name}`)]);
}

test("every custom property that a style sheet reads is defined", () => {
  const all = sources(/\.(css|tsx?)$/);
  const defined = new Set(
    all.flatMap(([, text]) =>
      [...text.matchAll(/(--[\w-]+)(?:["'\]]+\s*[:,]|\s*:)/g)].map(([, name]) => name!),
    ),
  );
  const missing = all.flatMap(([path, text]) =>
    [...text.matchAll(/var\((--[\w-]+)/g)]
      // A name that ends in a hyphen is completed by the component.
      .filter(([, name]) => !defined.has(name!) && !/^--radix-|-$/.test(name!))
      .map(([, name]) => `${path}: ${name}`),
  );
  expect(defined.size).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test("no style sheet composes from itself by its file name, because the build would never end", () => {
  const own = sources(/\.css$/).filter(([path, css]) =>
    [...css.matchAll(/composes:[^;]*from\s+["']([^"']+)["']/g)].some(
      ([, from]) => join(dirname(path), from!) === path,
    ),
  );
  expect(own.map(([path]) => path)).toEqual([]);
});

test("text for assistive technology, and small secondary text, have their look from the primitives alone", () => {
  const sheets = sources(/\.css$/).filter(([path]) => !path.endsWith("/primitives.module.css"));
  const hidden = [...sheets, ...sources(/\.tsx?$/)].filter(([, text]) =>
    /clip-path:\s*inset\(50%\)/.test(text),
  );
  // The rules of a state or of a width differ from the primitives.
  const captions = sheets.flatMap(([path, css]) =>
    [...withoutComments(css).matchAll(/^([^\s@}][^{}]*)\{([^{}]*)\}/gm)]
      .filter(([, selector, body]) => !selector!.includes("[data-") && isCaption(body!))
      .map(([, selector]) => `${path}: ${selector!.trim()}`),
  );
  expect(hidden.map(([path]) => path)).toEqual([]);
  expect(captions).toEqual([]);
});

/** Returns true if a rule says no more than `Caption` does. */
function isCaption(body: string): boolean {
  const rest = new Set(body.split(";").map((declaration) => declaration.trim()));
  const isSmall = rest.delete("color: var(--text-quiet)") && rest.delete("font-size: var(--size-caption)");
  rest.delete("font-weight: var(--weight-text)");
  rest.delete("");
  return isSmall && rest.size === 0;
}

test("style sheets compose only from the short reading-page one, because the build copies it whole", () => {
  const copies = sources(/\.css$/).filter(([, css]) =>
    /composes:[^;]*from(?![^;]*\/reading-page\.)/.test(css),
  );
  expect(copies.map(([path]) => path)).toEqual([]);
});

const withoutComments = (css: string) => css.replaceAll(/\/\*.*?\*\//gs, "");

/** Returns the paths of the style sheets that a file imports or composes from. */
const sheetsOf = ([path, text]: [path: string, text: string]) =>
  [...text.matchAll(/\bfrom\s+"([^"]+\.module\.css)"/g)].map(([, from]) => join(dirname(path), from!));

test("a component takes styles from its own folder, from one above it in its feature, or from ui", () => {
  const borrowed = sources(/\.(css|tsx?)$/).flatMap((source) =>
    sheetsOf(source)
      .filter((sheet) => dirname(sheet) !== "ui" && !source[0].startsWith(`${dirname(sheet)}/`))
      .map((sheet) => `${source[0]}: ${sheet}`),
  );
  expect(borrowed).toEqual([]);
});

/** Finds how a file uses the classes of a style sheet that it imports. */
function usesOf(text: string, sheet: string, path: string): { named: string[]; isDynamic: boolean } {
  const imports = [...text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)];
  const name = imports.find(([, , from]) => join(dirname(path), from!) === sheet)?.[1];
  if (name === undefined) return { named: [], isDynamic: false };
  const indices = [...text.matchAll(new RegExp(`\\b${name}\\[("?)([^\\]]*?)\\1\\]`, "g"))];
  return {
    named: indices.flatMap(([, quote, index]) => (quote === "" ? [] : index!)),
    isDynamic: indices.some(([, quote]) => quote === ""),
  };
}

test("every class that a component names is in its style sheet, and every class of a style sheet is used", () => {
  const all = sources(/\.(css|tsx?)$/);
  const faults = sources(/\.module\.css$/).flatMap(([sheet, css]) => {
    const bare = withoutComments(css);
    const classes = new Set([...bare.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)].map(([, name]) => name!));
    const users = all.filter((source) => sheetsOf(source).includes(sheet));
    const uses = users.map(([path, text]) => ({ path, text, ...usesOf(text, sheet, path) }));
    const missing = uses.flatMap(({ path, named }) =>
      named.filter((name) => !classes.has(name)).map((name) => `${path}: ${sheet} has no ${name}`),
    );
    const isUsed = (name: string) =>
      new RegExp(`composes:[^;]*\\b${name}\\b`).test([bare, ...users.map(([, text]) => text)].join()) ||
      // The names that a computed index may have stand in quotes beside it.
      uses.some(
        ({ named, isDynamic, text }) => named.includes(name) || (isDynamic && text.includes(`"${name}"`)),
      );
    const unused = [...classes].filter((name) => !isUsed(name)).map((name) => `${sheet}: ${name} is unused`);
    return [...missing, ...unused];
  });
  expect(faults).toEqual([]);
});

/** The widths at which layouts change. Container queries may have others. */
const WIDTHS = new Set(
  [480, 640, 768, 1024, 1200].flatMap((px) => [`min-width: ${px}px`, `max-width: ${px - 1}px`]),
);
const HEIGHTS = [480, 560, 760, 920].flatMap((px) => [`max-height: ${px}px`, `min-height: ${px}px`]);
const OTHERS = new Set([
  ...HEIGHTS,
  "min-height: 481px",
  "pointer: coarse",
  "hover: none",
  "forced-colors: active",
  "prefers-reduced-motion: reduce",
]);

test("layouts change at the named widths only", () => {
  const found = sources(/\.css$/).flatMap(([path, css]) =>
    [...withoutComments(css).matchAll(/@media ([^{]+)/g)].flatMap(([, query]) =>
      [...query!.matchAll(/\(([^()]+)\)/g)]
        .filter(([, feature]) => !WIDTHS.has(feature!) && !OTHERS.has(feature!))
        .map(([, feature]) => `${path}: ${feature}`),
    ),
  );
  expect(found).toEqual([]);
});

test("no style sheet styles any element below :has(), because each change would restyle the page", () => {
  const found = sources(/\.css$/).flatMap(([path, css]) =>
    [...withoutComments(css).matchAll(/:has\((?:[^()]|\([^()]*\))*\)\)*\s*[\s>~+]\s*\*[^{]*/g)].map(
      ([selector]) => `${path}: ${selector.trim()}`,
    ),
  );
  expect(found).toEqual([]);
});
