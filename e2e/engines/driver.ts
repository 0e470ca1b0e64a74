/** What a flow needs of a browser, in the least common measure of Chromium, Firefox and WebKit. */
export type Driver = {
  readonly engine: Engine;
  goto(url: string): Promise<void>;
  /** Runs the body of an asynchronous function in the page. It finds its values in `args`. */
  evaluate<T>(body: string, ...args: readonly unknown[]): Promise<T>;
  /** Presses the primary button at a point of the viewport. */
  pressAt(x: number, y: number): Promise<void>;
  /** Types a text into what has the focus. */
  type(text: string): Promise<void>;
  /** Presses a key by its name, such as "Enter". */
  key(name: Key): Promise<void>;
  screenshot(): Promise<Buffer>;
  resize(width: number, height: number): Promise<void>;
  /** Opens another tab of the same browser and brings it to the front. */
  newTab(): Promise<Driver>;
  toFront(): Promise<void>;
  /** Closes this tab. Another one must be brought to the front then. */
  closeTab(): Promise<void>;
  /** Takes the browser off the network and back on it; undefined where that is not possible. */
  readonly setOffline: ((isOffline: boolean) => Promise<void>) | undefined;
  close(): Promise<void>;
};

export type Engine = "chromium" | "firefox" | "webkit";

/** Keys with their values in the WebDriver protocol. */
export const KEYS = { Enter: "\uE007", Tab: "\uE004", Escape: "\uE00C", Backspace: "\uE003", Space: " " };
export type Key = keyof typeof KEYS;
