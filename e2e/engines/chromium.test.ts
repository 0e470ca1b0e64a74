import { startPuppeteer } from "./puppeteer.ts";
import { runFlows } from "./run-flows.ts";

const path = process.env["CHROMIUM_PATH"];

runFlows("chromium", path ? () => startPuppeteer("chromium", path) : undefined);
