import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { isAppCode, isTwoStepCode } from "./form/two-step-field.tsx";
import { MARK, markSvg } from "./logo-mark.ts";
import { findPlace } from "./overlay/tip-view.ts";

test.each(["123456", "123 456", " 123-456 "])("%j is a code of an app", (typed) => {
  expect(isAppCode(typed)).toBe(true);
  expect(isTwoStepCode(typed)).toBe(true);
});

test.each(["abcd-efgh-2345-jklm", "ABCD EFGH 2345 JKLM", "abcde-fgh23", "ABCDE FGH23"])(
  "%j is a recovery code",
  (typed) => {
    expect(isAppCode(typed)).toBe(false);
    expect(isTwoStepCode(typed)).toBe(true);
  },
);

test.each([
  "",
  "12345",
  "1234567",
  "abcde-fgh2",
  "abcde-fgh01",
  "abcd-efgh-2345",
  "abcd-efgh-2345-jklmn",
  "12345a",
])("%j is no code", (typed) => {
  expect(isTwoStepCode(typed)).toBe(false);
});

const screen = { left: 0, right: 360, top: 0, bottom: 800 };
const tip = { width: 200, height: 40 };
const wordAt = (left: number, top: number) => ({ left, right: left + 60, top, bottom: top + 20 });

test("a tip stands above the middle of its word", () => {
  expect(findPlace(wordAt(150, 400), tip, screen)).toEqual({ left: 80, top: 352 });
});

test("a tip goes below where there is no room above", () => {
  expect(findPlace(wordAt(150, 50), tip, screen)).toEqual({ left: 80, top: 78 });
  expect(findPlace(wordAt(150, 60), tip, screen).top).toBe(12);
});

test("a tip keeps off the edges", () => {
  expect(findPlace(wordAt(0, 400), tip, screen).left).toBe(12);
  expect(findPlace(wordAt(300, 400), tip, screen).left).toBe(148);
  expect(findPlace(wordAt(500, 400), tip, { ...screen, left: 480, right: 960 }).left).toBe(492);
});

test("a tip too wide for its place begins at its left edge", () => {
  expect(findPlace(wordAt(150, 400), { width: 400, height: 40 }, screen).left).toBe(12);
});

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const page = read("../../index.html");
const manifest = JSON.parse(read("../../public/manifest.webmanifest")) as Record<string, unknown>;

function token(theme: "dark" | "light", name: string): string {
  const [, block = ""] =
    new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]+)\\}`).exec(read("tokens.css")) ?? [];
  return new RegExp(`--${name}: (#\\w+);`).exec(block)![1]!;
}

test("the browser's bar has the colour of each theme's ground", () => {
  const bar = /<meta name="theme-color"[^>]+>/.exec(page)![0];
  expect(bar).toContain(`content="${token("dark", "ground")}"`);
  expect(bar).toContain(`data-dark="${token("dark", "ground")}"`);
  expect(bar).toContain(`data-light="${token("light", "ground")}"`);
  expect(manifest["background_color"]).toBe(token("dark", "ground"));
  expect(manifest["theme_color"]).toBe(token("dark", "ground"));
});

test("the icon is drawn from the mark of the pages, in the dark theme's colours", () => {
  const mark = markSvg({
    barrier: token("dark", "text-quiet"),
    price: token("dark", "text"),
    touch: token("dark", "accent"),
  });
  const icon = read("../../public/favicon.svg");
  // `npm run brand` draws it.
  expect(icon).toContain(mark);
  expect(icon).toContain(`viewBox="0 0 ${MARK.size} ${MARK.size}"`);
});

test("every picture that the page and the manifest name exists", () => {
  const icons = manifest["icons"] as { src: string }[];
  const named = [...page.matchAll(/(?:href|content)="\/([\w-]+\.(?:png|svg|webmanifest))"/g)].map(
    (match) => match[1]!,
  );
  expect(named.length).toBeGreaterThan(4);
  for (const name of [...named, ...icons.map(({ src }) => src.slice(1))]) {
    expect(read(`../../public/${name}`).length, name).toBeGreaterThan(100);
  }
});

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
      .filter(([, name]) => !defined.has(name!) && !name!.startsWith("--radix-"))
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

test("no style sheet styles any element below a :has(), because each change would restyle the whole page", () => {
  const found = sources(/\.css$/).flatMap(([path, css]) =>
    [
      ...css
        .replaceAll(/\/\*.*?\*\//gs, "")
        .matchAll(/:has\((?:[^()]|\([^()]*\))*\)\)*\s*[\s>~+]\s*\*[^{]*/g),
    ].map(([selector]) => `${path}: ${selector.trim()}`),
  );
  expect(found).toEqual([]);
});
