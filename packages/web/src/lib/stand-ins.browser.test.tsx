import { expect, test } from "vitest";
import { STAND_INS } from "./stand-ins.ts";

test("the watcher of sizes says that an element taken out of the page has none, not that it has no number", async () => {
  const Watcher = STAND_INS["ResizeObserver"] as typeof ResizeObserver;
  const sizes: { width: number; height: number }[] = [];
  const watcher = new Watcher(([entry]) => sizes.push(entry!.contentRect));
  const element = document.createElement("div");
  element.style.cssText = "box-sizing: content-box; width: 40px; height: 30px; padding: 5px";
  document.body.append(element);
  watcher.observe(element);
  await expect.poll(() => sizes).toEqual([{ width: 40, height: 30 }]);
  element.remove();
  await expect.poll(() => sizes.at(-1)).toEqual({ width: 0, height: 0 });
  watcher.disconnect();
});
