import { describe, expect, test } from "vitest";
import { FIRST_LOADS, firstLoad, isBuilt, readFile } from "./first-load.ts";

/** Matches a path of the administration's API, which only the administration's code contains. */
const ADMINISTRATION = /["'`]\/api\/admin\//;

// `npm test` builds the web app before it runs this.
describe.skipIf(!isBuilt())("the first load", () => {
  test.each(FIRST_LOADS)("of the $page is within its budget", (of) => {
    const { scriptBytes, styleBytes } = firstLoad(of);
    expect(scriptBytes).toBeGreaterThan(50_000);
    expect(scriptBytes).toBeLessThan(of.mostScriptBytes);
    expect(styleBytes).toBeLessThan(15_500);
  });

  test.each(FIRST_LOADS)("of the $page has no code of the administration", (of) => {
    const { files } = firstLoad(of);
    expect(files.filter((file) => /admin/.test(file) || ADMINISTRATION.test(readFile(file)))).toEqual([]);
  });

  test("keeps the administration's code out of the files that every browser stores", () => {
    const { files } = JSON.parse(/^self\.BUILD = (.+);$/m.exec(readFile("sw.js"))![1]!) as {
      files: string[];
    };
    expect(files.length).toBeGreaterThan(20);
    const scripts = files.filter((file) => file.endsWith(".js"));
    expect(scripts.filter((file) => ADMINISTRATION.test(readFile(file.slice(1))))).toEqual([]);
  });
});
