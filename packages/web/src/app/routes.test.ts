import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { findPage, ROUTES } from "./routes.tsx";

const boot = readFileSync(new URL("../../boot.js", import.meta.url), "utf8");
const PARTS = [
  [
    "query",
    "signedIn",
    "landing",
    "auth",
    "dashboard",
    "practice",
    "practiceReceipt",
    "practiceResults",
    "fairness",
    "beacon",
    "epoch",
    "liabilities",
    "status",
    "verify",
    "docs",
  ],
  ["en", "fr", "fairness-en", "fairness-fr", "docs-en", "docs-fr"],
].flat();

/** Returns the parts of the build that `boot.js` requests at an address. */
function asked(path: string, cookie: string): string[] {
  const links: { readonly rel: string; readonly href: string }[] = [];
  const elements: Record<string, object> = {
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
    localStorage: { getItem: () => null },
    matchMedia: () => ({ matches: false }),
  });
  return links.filter(({ rel }) => rel === "modulepreload").map(({ href }) => href.slice(1));
}

/** The names of the parts in `boot.js`, by the path of the page. */
const NAMES: Record<string, string> = {
  "/auth": "auth",
  "/setup": "auth",
  "/practice": "practice",
  "/practice/positions/:id": "practiceReceipt",
  "/practice/results": "practiceResults",
  "/fairness": "fairness",
  "/fairness/beacon": "beacon",
  "/fairness/epochs/:epoch": "epoch",
  "/fairness/liabilities": "liabilities",
  "/status": "status",
  "/verify": "verify",
  "/docs": "docs",
  "/verify/:id": "verify",
};

describe("an address", () => {
  it("leads visitors from pages of others to the sign-in page, and from unknown addresses to the landing page", () => {
    expect(findPage("/profile", "visitor")).toBe("/auth");
    expect(findPage("/admin/users/7", "visitor")).toBe("/auth");
    expect(findPage("/positions", "visitor")).toBe("/");
    expect(findPage("/fairness/nowhere", "visitor")).toBe("/");
  });

  it("leads signed-in people from the sign-in page to the dashboard", () => {
    expect(findPage("/auth", "signed-in")).toBe("/");
    expect(findPage("/", "signed-in")).toMatchObject({ path: "/", audience: "signed-in" });
  });

  it("opens the administration to administrators only", () => {
    for (const route of ROUTES.filter(({ audience }) => audience === "administrator")) {
      const path = route.path.replace(/:\w+/, "7");
      expect(findPage(path, "administrator")).toBe(route);
      expect(findPage(path, "signed-in")).toMatchObject({ path: "/admin", audience: "signed-in" });
    }
    expect(findPage("/admin/nowhere", "signed-in")).toBe("/");
  });

  it("gives its page the id in it", () => {
    expect(
      ROUTES.find(({ pattern }) => pattern.test("/verify/a-b"))?.pattern.exec("/verify/a-b")?.groups,
    ).toEqual({
      id: "a-b",
    });
    expect(findPage("/verify/", "visitor")).toMatchObject({ path: "/verify" });
  });
});

describe("boot.js", () => {
  it.each([...new Set(ROUTES.map(({ path }) => path))])("requests the first files of %s", (path) => {
    const address = path.replace(/:\w+/, "7");
    const isPublic = ROUTES.some((route) => route.path === path && route.audience === "everyone");
    const texts = /^\/(fairness|status|verify|docs)/.test(path) ? ["fairness-en"] : [];
    if (path === "/docs") texts.push("docs-en");

    const found = findPage(address, "visitor");
    const shown = typeof found === "string" ? found : path;
    const frame = shown === "/" ? [] : ["query"];
    expect(asked(address, "")).toEqual(["en", ...frame, NAMES[shown] ?? "landing", ...texts]);

    if (path === "/auth") return;
    const isHome = path === "/" || path === "/dashboard";
    const page = isPublic ? [NAMES[path]] : isHome ? ["dashboard"] : [];
    expect(asked(address, "session_hint=1")).toEqual(["en", "signedIn", ...page, ...texts]);
  });
});
