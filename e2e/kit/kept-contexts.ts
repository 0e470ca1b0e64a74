import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
} from "@playwright/test";

/** The contexts that a worker keeps for later tests. A context in use is not in the list. */
export type KeptContexts = Kept[];

type Kept = {
  options: string;
  context: BrowserContext;
  tools: CDPSession;
  origins: Set<string>;
  scripts: Disposable[];
  hasClock: boolean;
  hasPermissions: boolean;
};

/** Playwright's internal side of a context. Only it can uninstall a clock, as it does when Playwright reuses contexts. */
type Inside = { readonly clock: { uninstall(progress: { race<T>(act: T): T }): Promise<void> } };
type WithInside = { readonly _connection: { toImpl(context: BrowserContext): Inside } };

/** The most contexts to keep: each has a process and its memory. */
const MOST = 3;

/**
 * Gives a test an empty context. A context with the same options from an earlier test still has the files of the web app and
 * a rendering process. Starting a new process takes as long as loading a page.
 */
export async function takeContext(
  contexts: KeptContexts,
  browser: Browser,
  options: BrowserContextOptions,
): Promise<{ context: BrowserContext; giveBack: (isSound: boolean) => Promise<void> }> {
  const index = contexts.findIndex((each) => each.options === JSON.stringify(options));
  const kept = index === -1 ? await keep(browser, options) : contexts.splice(index, 1)[0]!;
  const giveBack = async (isSound: boolean) => {
    if (!isSound) return kept.context.close();
    await empty(kept);
    if (contexts.push(kept) > MOST) await contexts.shift()!.context.close();
  };
  return { context: kept.context, giveBack };
}

async function keep(browser: Browser, options: BrowserContextOptions): Promise<Kept> {
  const context = await browser.newContext(options);
  // The context's process lives as long as this page, which stays blank.
  const tools = await context.newCDPSession(await context.newPage());
  const kept: Kept = {
    options: JSON.stringify(options),
    context,
    tools,
    origins: new Set(),
    scripts: [],
    hasClock: false,
    hasPermissions: false,
  };
  context.on("page", (page) => {
    page.on("framenavigated", (frame) => {
      if (frame.url().startsWith("http")) kept.origins.add(new URL(frame.url()).origin);
    });
  });
  const addScript = context.addInitScript.bind(context);
  context.addInitScript = async (...script: Parameters<typeof addScript>) => {
    const added = await addScript(...script);
    kept.scripts.push(added);
    return added;
  };
  const noting = <A extends unknown[]>(
    what: "hasClock" | "hasPermissions",
    act: (...values: A) => Promise<void>,
  ) => {
    return (...values: A) => {
      kept[what] = true;
      return act(...values);
    };
  };
  const { clock } = context;
  clock.install = noting("hasClock", clock.install.bind(clock));
  clock.setFixedTime = noting("hasClock", clock.setFixedTime.bind(clock));
  clock.setSystemTime = noting("hasClock", clock.setSystemTime.bind(clock));
  context.grantPermissions = noting("hasPermissions", context.grantPermissions.bind(context));
  return kept;
}

/** Removes everything that a test left in a context. */
async function empty(kept: Kept): Promise<void> {
  const { context, tools, origins, scripts } = kept;
  await Promise.all(
    context
      .pages()
      .slice(1)
      .map((page) => page.close()),
  );
  await Promise.all([
    context.unrouteAll({ behavior: "ignoreErrors" }),
    context.clearCookies(),
    context.setOffline(false),
    ...scripts.splice(0).map((script) => script.dispose()),
    ...[...origins].map((origin) =>
      tools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" }),
    ),
  ]);
  origins.clear();
  if (kept.hasClock) {
    const inside = (context as unknown as WithInside)._connection.toImpl(context);
    await inside.clock.uninstall({ race: (act) => act });
    // The blank page has the clock, too.
    await context.pages()[0]!.goto("about:blank");
  }
  // A test with permissions in its options grants itself no others.
  if (kept.hasPermissions) await context.clearPermissions();
  kept.hasClock = kept.hasPermissions = false;
}
