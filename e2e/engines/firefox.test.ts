import { startPuppeteer } from "./puppeteer.ts";
import { runFlows } from "./run-flows.ts";

const path = process.env["FIREFOX_PATH"];

runFlows("firefox", path ? () => startPuppeteer("firefox", path) : undefined);
