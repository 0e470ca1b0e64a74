import { createApp } from "./app.ts";
import type { App, AppOptions } from "./app.ts";
import { HeadServedLateError } from "./prices/public.ts";

/** A start serves the head of a new price in about a second, or later on a busy machine. */
const LEAD_TICKS = 2;
const MOST_LEAD_TICKS = 20;

/**
 * Creates the server and lets it listen. If the first block of a new price began before its head was served, the server
 * starts again and begins a later price.
 *
 * @param onCreated gets each server before it listens, which waits for it
 */
export async function startApp(
  options: AppOptions,
  onCreated: (app: App) => void | Promise<void> = () => {},
): Promise<{ app: App; port: number }> {
  let leadTicks = options.leadTicks ?? LEAD_TICKS;
  for (;;) {
    const app = await createApp({ ...options, leadTicks });
    try {
      await onCreated(app);
      return { app, port: await app.listen() };
    } catch (error) {
      await app.close();
      if (!(error instanceof HeadServedLateError)) throw error;
      leadTicks = Math.min(2 * Math.max(leadTicks, LEAD_TICKS), MOST_LEAD_TICKS);
      options.log.warn({ leadTicks }, error.message);
    }
  }
}
