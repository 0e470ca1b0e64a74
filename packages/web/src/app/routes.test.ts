import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import type { ComponentProps } from "react";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { Rolldown } from "vite";
import type { Link } from "wouter";
import { bundleGraph } from "../../build/bundle-graph.ts";
import { finishBoot } from "../../build/finish-page.ts";
import { ADDRESSES, findPage } from "../lib/addresses.ts";
import type { Address, Viewer } from "../lib/addresses.ts";

const boot = finishBoot(readFileSync(new URL("../../boot.js", import.meta.url), "utf8"));
const PARTS = [
  [
    "query",
    "signedIn",
    "further",
    ...ADDRESSES.filter((entry) => "isFirst" in entry).map(({ page }) => page),
  ],
  ["", "landing-", "auth-", "desk-", "later-", "fairness-", "docs-"].flatMap((texts) => [
    `${texts}en`,
    `${texts}fr`,
  ]),
].flat();

/** Returns the parts of the build that `boot.js` requests at a path, and the calls that it makes. */
function asked(path: string, { cookie = "", language = "en" } = {}) {
  const links: { readonly rel: string; readonly href: string }[] = [];
  const elements: Record<string, object> = {
    "meta[name=color-scheme]": {},
    "meta[name=theme-color]": { dataset: {} },
    "meta[name=first-files]": {
      content: JSON.stringify(Object.fromEntries(PARTS.map((part) => [part, [part]]))),
    },
  };
  runInNewContext(boot, {
    document: {
      documentElement: { dataset: {} },
      cookie,
      head: { append: (link: (typeof links)[number]) => links.push(link) },
      createElement: () => ({}),
      querySelector: (selector: string) => elements[selector],
    },
    location: { pathname: path },
    localStorage: { getItem: (key: string) => (key === "language" ? language : null) },
    matchMedia: () => ({ matches: false }),
  });
  return {
    parts: links.filter(({ rel }) => rel === "modulepreload").map(({ href }) => href.slice(1)),
    calls: links.filter(({ rel }) => rel === "preload").map(({ href }) => href),
  };
}

const pageAt = (path: string, viewer: Viewer) => {
  const found = findPage(path, viewer);
  return typeof found === "string" ? found : found.page;
};

describe("an address", () => {
  it("leads visitors from private pages to the sign-in page, from unknown ones to the landing page", () => {
    expect(findPage("/profile", "visitor")).toBe("/auth");
    expect(findPage("/admin/users/7", "visitor")).toBe("/auth");
    expect(findPage("/positions", "visitor")).toBe("/");
    expect(findPage("/fairness/nowhere", "visitor")).toBe("/");
  });

  it("leads signed-in people from the sign-in page to the dashboard", () => {
    expect(findPage("/auth", "signed-in")).toBe("/");
    expect(pageAt("/", "signed-in")).toMatchObject({ page: "dashboard" });
  });

  it("opens the administration to administrators only", () => {
    for (const entry of ADDRESSES.filter(({ audience }) => audience === "administrator")) {
      const path = entry.path.replace(/:\w+/, "7");
      expect(pageAt(path, "administrator")).toBe(entry);
      expect(pageAt(path, "signed-in")).toMatchObject({ page: "accessDenied" });
    }
    expect(findPage("/admin/nowhere", "signed-in")).toBe("/");
  });

  it("gives its page the id in it", () => {
    expect(findPage("/verify/a-b", "visitor")).toMatchObject({
      page: { page: "verify" },
      params: { id: "a-b" },
    });
    expect(pageAt("/verify/", "visitor")).toMatchObject({ path: "/verify" });
  });

  it("is known to the compiler, with its ids, query and anchor", () => {
    expectTypeOf<"/auth?mode=register" | "/limits#pause" | "/positions/7">().toExtend<Address>();
    expectTypeOf<"/limit">().not.toExtend<Address>();
    expectTypeOf<"/admin/user/7">().not.toExtend<Address>();
    expectTypeOf<string>().not.toExtend<Address>();
    expectTypeOf<ComponentProps<typeof Link>["href"]>().toEqualTypeOf<Address>();
  });
});

describe("boot.js", () => {
  it.each([
    ["/", ["en", "landing", "landing-en"]],
    ["/nowhere", ["en", "landing", "landing-en"]],
    ["/auth", ["en", "query", "further", "auth", "auth-en"]],
    ["/profile", ["en", "query", "further", "auth", "auth-en"]],
    ["/admin/users/7", ["en", "query", "further", "auth", "auth-en"]],
    ["/practice", ["en", "query", "further", "practice", "desk-en", "later-en"]],
    ["/fairness/epochs/7/", ["en", "query", "further", "epoch", "fairness-en"]],
    ["/VERIFY/7", ["en", "query", "further", "verify", "desk-en", "fairness-en"]],
    ["/docs", ["en", "query", "further", "docs", "fairness-en", "docs-en"]],
  ])("requests the first files of %s for visitors", (path, parts) => {
    expect(asked(path).parts).toEqual(parts);
  });

  it.each([
    ["/", ["fr", "signedIn", "dashboard", "desk-fr"]],
    ["/auth", ["fr", "query", "further", "auth", "auth-fr"]],
    ["/profile", ["fr", "signedIn", "further", "desk-fr"]],
    ["/admin", ["fr", "signedIn", "further", "desk-fr"]],
    ["/status", ["fr", "signedIn", "further", "status", "desk-fr", "fairness-fr"]],
  ])("requests the first files of %s for people who may be signed in", (path, parts) => {
    expect(asked(path, { cookie: "a=b; session_hint=1", language: "fr" }).parts).toEqual(parts);
  });

  it("makes the calls that the first page waits for", () => {
    expect(asked("/").calls).toEqual(["/api/prices", "/api/fairness", "/api/settings"]);
    expect(asked("/auth").calls).toEqual(["/api/settings"]);
    expect(asked("/", { cookie: "session_hint=1" }).calls).toEqual(["/api/auth/me"]);
    expect(asked("/docs").calls).toEqual([]);
  });

  it("requests the page that each address shows", () => {
    for (const { path } of ADDRESSES) {
      const address = path.replace(/:\w+/, "7");
      const found = pageAt(address, "visitor");
      const shown = typeof found === "string" ? pageAt(found, "visitor") : found;
      expect(asked(address).parts, path).toContain(typeof shown === "string" ? undefined : shown.page);
    }
  });
});

it("the shortcuts of the installed app lead to pages", () => {
  const { shortcuts } = JSON.parse(
    readFileSync(new URL("../../public/manifest.webmanifest", import.meta.url), "utf8"),
  ) as { shortcuts: { url: string }[] };
  const pages = shortcuts.map(({ url }) => findPage(url, "signed-in"));
  expect(pages.map((found) => typeof found === "object" && found.page.page)).toEqual([
    "dashboard",
    "practice",
    "verify",
  ]);
});

describe("the build", () => {
  const bundleOf = (imports: Record<string, string[]>) =>
    Object.fromEntries(
      Object.entries(imports).map(([fileName, each]) => [
        fileName,
        { type: "chunk", fileName, imports: each, dynamicImports: [] },
      ]),
    ) as unknown as Rolldown.OutputBundle;

  it("accepts files that import the same one", () => {
    const graph = bundleGraph(bundleOf({ a: ["b", "c"], b: ["c"], c: [] }));
    expect(graph.withImports("a")).toEqual(["a", "b", "c"]);
  });

  it("refuses files that import each other, directly or through others", () => {
    expect(() => bundleGraph(bundleOf({ a: ["b"], b: ["a"] }))).toThrow("a and b import each other");
    expect(() => bundleGraph(bundleOf({ a: ["b"], b: ["c"], c: ["b"] }))).toThrow(
      "b and c import each other",
    );
  });
});
