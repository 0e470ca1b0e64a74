import type { Page } from "@playwright/test";
import type { MovableApp } from "../kit/fixtures.ts";
import type { Texts } from "../kit/words.ts";

/**
 * A walk through a part of the product. It stops once at every screen and every open dialog, in each of their states. The
 * test that runs it decides what to check there.
 */
export type Walk = (way: Way) => Promise<void>;

export type Way = {
  readonly page: Page;
  readonly app: MovableApp;
  readonly text: Texts;
  readonly expectFaults: (pattern: RegExp) => void;
  /** Called at each stop, once everything on the screen is drawn. */
  readonly look: (where: string) => Promise<void>;
};

/** Goes to another page as a link of the app would. Loading the app anew takes three times as long. */
export const goOn = (page: Page, path: string) =>
  page.evaluate((to) => history.pushState(null, "", to), path);

export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
