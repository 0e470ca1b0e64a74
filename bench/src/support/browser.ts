const SCRIPT = new URL("../../../scripts/lib/browser.mjs", import.meta.url).href;
const PROGRESS = new URL("../../../scripts/lib/progress.mjs", import.meta.url).href;

/** Returns the path of the Chromium that the tests use. Installs it if it is missing. */
export async function browserPath(): Promise<string> {
  const [{ ensureBrowser }, { createProgress }] = await Promise.all([import(SCRIPT), import(PROGRESS)]);
  return ensureBrowser(createProgress(1));
}
