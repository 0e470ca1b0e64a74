import { kilobytes, note } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { FIRST_LOADS, firstLoad, isBuilt } from "./first-load.ts";

/** Measures the first load of the landing page and of the dashboard, compressed as the server sends it. */
export async function benchBundle(): Promise<Row[]> {
  if (!isBuilt()) {
    note('the web app is not built ("npm run build"), so its size is left out');
    return [];
  }
  return FIRST_LOADS.map((of) => {
    const { scriptBytes, styleBytes } = firstLoad(of);
    return {
      figure: `first load of the ${of.page}, gzipped`,
      measured: `${kilobytes(scriptBytes)} JavaScript, ${kilobytes(styleBytes)} CSS`,
      target: {
        words: `under ${of.mostScriptBytes / 1000} kB JavaScript`,
        reached: scriptBytes < of.mostScriptBytes,
      },
    };
  });
}
