export type Viewer = "visitor" | "signed-in" | "administrator";

/** An address that the app shows. The routes, `boot.js` and the files that a visit begins with are made from these. */
type Entry = {
  readonly path: `/${string}`;
  readonly audience: Viewer | "everyone";
  /** The page's name. `practiceReceipt` is drawn by `practice-receipt-page.tsx`, unless the page is never a first one. */
  readonly page: string;
  /** The texts that the page needs besides the first ones. Within the frame of signed-in people, those of the desk are there. */
  readonly texts?: readonly ("landing" | "auth" | "desk" | "later" | "admin" | "fairness" | "docs")[];
  /** Whether the page's files are requested before any other code runs. The others would make `boot.js` long. */
  readonly isFirst?: true;
  /** The calls that are made at once, for the page to find their answers. */
  readonly calls?: readonly ("prices" | "fairness" | "settings")[];
};

/** All addresses. The first entry that fits a path and its viewer counts. */
export const ADDRESSES = [
  {
    path: "/",
    audience: "visitor",
    page: "landing",
    texts: ["landing"],
    isFirst: true,
    calls: ["prices", "fairness", "settings"],
  },
  { path: "/", audience: "signed-in", page: "dashboard", isFirst: true },
  { path: "/dashboard", audience: "signed-in", page: "dashboard", isFirst: true },
  { path: "/auth", audience: "visitor", page: "auth", texts: ["auth"], isFirst: true, calls: ["settings"] },
  { path: "/setup", audience: "everyone", page: "setup", texts: ["auth", "later"], isFirst: true },
  { path: "/stop-closing", audience: "everyone", page: "stopClosing", texts: ["later"], isFirst: true },
  { path: "/practice", audience: "everyone", page: "practice", texts: ["desk", "later"], isFirst: true },
  {
    path: "/practice/positions/:id",
    audience: "everyone",
    page: "practiceReceipt",
    texts: ["desk", "later"],
    isFirst: true,
  },
  {
    path: "/practice/results",
    audience: "everyone",
    page: "practiceResults",
    texts: ["desk", "later"],
    isFirst: true,
  },
  { path: "/profile", audience: "signed-in", page: "profile", texts: ["auth", "later"] },
  { path: "/profile/close", audience: "signed-in", page: "closing", texts: ["later"] },
  { path: "/statement", audience: "signed-in", page: "statement", texts: ["later"] },
  { path: "/results/year", audience: "signed-in", page: "year", texts: ["later"] },
  { path: "/results", audience: "signed-in", page: "results", texts: ["later"] },
  { path: "/limits", audience: "signed-in", page: "limits", texts: ["later"] },
  { path: "/positions/:id", audience: "signed-in", page: "receipt", texts: ["later"] },
  { path: "/fairness", audience: "everyone", page: "fairness", texts: ["fairness"], isFirst: true },
  {
    path: "/fairness/epochs/:epoch",
    audience: "everyone",
    page: "epoch",
    texts: ["fairness"],
    isFirst: true,
  },
  { path: "/fairness/beacon", audience: "everyone", page: "beacon", texts: ["fairness"], isFirst: true },
  {
    path: "/fairness/liabilities",
    audience: "everyone",
    page: "liabilities",
    texts: ["fairness"],
    isFirst: true,
  },
  { path: "/status", audience: "everyone", page: "status", texts: ["fairness"], isFirst: true },
  { path: "/verify", audience: "everyone", page: "verify", texts: ["desk", "fairness"], isFirst: true },
  { path: "/verify/:id", audience: "everyone", page: "verify", texts: ["desk", "fairness"], isFirst: true },
  { path: "/docs", audience: "everyone", page: "docs", texts: ["fairness", "docs"], isFirst: true },
  { path: "/help", audience: "everyone", page: "help", texts: ["fairness", "docs"], isFirst: true },
  {
    path: "/accessibility",
    audience: "everyone",
    page: "accessibility",
    texts: ["fairness", "docs"],
    isFirst: true,
  },
  { path: "/admin", audience: "administrator", page: "admin", texts: ["later", "admin"] },
  { path: "/admin/attention", audience: "administrator", page: "attention", texts: ["later", "admin"] },
  { path: "/admin/deposits", audience: "administrator", page: "deposits", texts: ["later", "admin"] },
  { path: "/admin/withdrawals", audience: "administrator", page: "withdrawals", texts: ["later", "admin"] },
  { path: "/admin/positions", audience: "administrator", page: "positions", texts: ["later", "admin"] },
  { path: "/admin/exposure", audience: "administrator", page: "exposure", texts: ["later", "admin"] },
  { path: "/admin/audit", audience: "administrator", page: "audit", texts: ["later", "admin"] },
  { path: "/admin/care", audience: "administrator", page: "care", texts: ["later", "admin"] },
  { path: "/admin/installation", audience: "administrator", page: "installation", texts: ["later", "admin"] },
  { path: "/admin/webhooks", audience: "administrator", page: "webhooks", texts: ["later", "admin"] },
  { path: "/admin/invitations", audience: "administrator", page: "invitations", texts: ["later", "admin"] },
  { path: "/admin/users/:id", audience: "administrator", page: "user", texts: ["later", "admin"] },
  { path: "/admin/positions/:id", audience: "administrator", page: "position", texts: ["later", "admin"] },
] as const satisfies readonly Entry[];

type Known = (typeof ADDRESSES)[number];
export type Page = Known["page"];
export type PathOf<P extends Page> = Extract<Known, { page: P }>["path"];

/** The paths of a pattern: `/positions/:id` stands for `/positions/` and any text. */
type Filled<Pattern extends string> = Pattern extends `${infer Start}:${string}`
  ? `${Start}${string}`
  : Pattern;
export type Path = Filled<Known["path"]>;
/** What a link within the app may lead to. The compiler refuses a path that no page has. */
export type Address = Path | `${Path}?${string}` | `${Path}#${string}`;

export type PageAddress = Omit<Entry, "page"> & { readonly page: Page | "accessDenied" };

/** What people who are not administrators see at the administration's addresses. */
export const DENIED: PageAddress = { path: "/admin", audience: "signed-in", page: "accessDenied" };

const PATTERNS: readonly (readonly [PageAddress, RegExp])[] = ADDRESSES.map((entry) => [
  entry,
  new RegExp(`^${entry.path.replace(/\/$/, "").replace(/:(\w+)/, "(?<$1>[^/]+)")}/?$`, "i"),
]);

function isFor({ audience }: PageAddress, viewer: Viewer): boolean {
  if (audience === "signed-in") return viewer !== "visitor";
  return audience === "everyone" || audience === viewer;
}

export type Found = { readonly page: PageAddress; readonly params: Readonly<Record<string, string>> };

/** Returns the page that a viewer sees at a path with the ids in it, or the path to which the viewer is redirected. */
export function findPage(path: string, viewer: Viewer): Found | "/auth" | "/" {
  const known = PATTERNS.filter(([, pattern]) => pattern.test(path));
  const open = known.find(([page]) => isFor(page, viewer));
  if (open !== undefined) return { page: open[0], params: open[1].exec(path)?.groups ?? {} };
  if (known.length === 0) return "/";
  if (viewer === "visitor") return "/auth";
  const isDenied = known.some(([{ audience }]) => audience === "administrator");
  return isDenied ? { page: DENIED, params: {} } : "/";
}

/** Returns the frame around a page. The landing page has none, so visitors do not wait there for the query cache. */
export function frameOf({ page }: PageAddress, viewer: Viewer): "signedIn" | "query" | undefined {
  if (viewer !== "visitor") return "signedIn";
  return page === "landing" ? undefined : "query";
}
