import type { Page } from "@playwright/test";
import type { MovableApp } from "../kit/fixtures.ts";
import type { Texts } from "../kit/words.ts";

/**
 * A way through a part of the product. It stops once at every screen and every open dialog, in each of their states; the
 * test that walks it decides what to check there.
 */
export type Walk = (way: Way) => Promise<void>;

export type Way = {
  readonly page: Page;
  readonly app: MovableApp;
  readonly text: Texts;
  readonly expectFaults: (pattern: RegExp) => void;
  /** Called at each stop, when everything there is drawn. */
  readonly look: (where: string) => Promise<void>;
};

/** Goes on to another page as a link of the app would. To load the app anew takes three times as long. */
export const goOn = (page: Page, path: string) =>
  page.evaluate((to) => history.pushState(null, "", to), path);

export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
