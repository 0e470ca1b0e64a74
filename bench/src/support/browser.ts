const SCRIPT = new URL("../../../scripts/lib/browser.mjs", import.meta.url).href;
const PROGRESS = new URL("../../../scripts/lib/progress.mjs", import.meta.url).href;

/** The path of the Chromium that the tests use, which is installed where there is none. */
export async function browserPath(): Promise<string> {
  const [{ ensureBrowser }, { createProgress }] = await Promise.all([import(SCRIPT), import(PROGRESS)]);
  return ensureBrowser(createProgress(1));
}
