import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
} from "@playwright/test";

/** The contexts that a worker keeps from test to test, those apart that a test has now. */
export type KeptContexts = Kept[];

type Kept = {
  options: string;
  context: BrowserContext;
  tools: CDPSession;
  origins: Set<string>;
  scripts: Disposable[];
  /** A clock and permissions cannot be taken out again. */
  isSpoilt: boolean;
};

/** Each has a process and its memory. */
const MOST = 3;

/**
 * Gives a test a context with nothing in it. One with the same options that an earlier test had keeps the files of the web
 * app, and the process that draws its pages: to start another takes as long as to load a page.
 */
export async function takeContext(
  contexts: KeptContexts,
  browser: Browser,
  options: BrowserContextOptions,
): Promise<{ context: BrowserContext; giveBack: (isSound: boolean) => Promise<void> }> {
  const index = contexts.findIndex((each) => each.options === JSON.stringify(options));
  const kept = index === -1 ? await keep(browser, options) : contexts.splice(index, 1)[0]!;
  const giveBack = async (isSound: boolean) => {
    if (!isSound || kept.isSpoilt) return kept.context.close();
    await empty(kept);
    if (contexts.push(kept) > MOST) await contexts.shift()!.context.close();
  };
  return { context: kept.context, giveBack };
}

async function keep(browser: Browser, options: BrowserContextOptions): Promise<Kept> {
  const context = await browser.newContext(options);
  // Its process lives as long as this page, which stays blank.
  const tools = await context.newCDPSession(await context.newPage());
  const kept: Kept = {
    options: JSON.stringify(options),
    context,
    tools,
    origins: new Set(),
    scripts: [],
    isSpoilt: false,
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
  const spoil = <A extends unknown[]>(act: (...values: A) => Promise<void>) => {
    return (...values: A) => {
      kept.isSpoilt = true;
      return act(...values);
    };
  };
  const { clock } = context;
  clock.install = spoil(clock.install.bind(clock));
  clock.setFixedTime = spoil(clock.setFixedTime.bind(clock));
  clock.setSystemTime = spoil(clock.setSystemTime.bind(clock));
  context.grantPermissions = spoil(context.grantPermissions.bind(context));
  return kept;
}

/** Takes out all that a test has left. */
async function empty({ context, tools, origins, scripts }: Kept): Promise<void> {
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
}
