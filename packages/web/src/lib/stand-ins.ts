/** What stands in for the parts of a browser that `missing-parts.ts` misses. Each does the least that keeps every page working. */

const LOOK_AGAIN_MS = 250;

/** Looks at its elements again and again, and reports those that changed. */
class Watcher<Entry extends { target: Element }> {
  readonly #seen = new Map<Element, string | undefined>();
  readonly #report: (entries: Entry[], watcher: unknown) => void;
  readonly #look: (target: Element) => readonly [Entry, string];
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    report: (entries: Entry[], watcher: unknown) => void,
    look: (target: Element) => readonly [Entry, string],
  ) {
    this.#report = report;
    this.#look = look;
  }

  observe(target: Element): void {
    this.#seen.set(target, undefined);
    this.#timer ??= setInterval(() => this.#lookAgain(), LOOK_AGAIN_MS);
    queueMicrotask(() => this.#lookAgain());
  }

  unobserve(target: Element): void {
    this.#seen.delete(target);
  }

  disconnect(): void {
    this.#seen.clear();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  takeRecords(): Entry[] {
    return [];
  }

  #lookAgain(): void {
    const changed: Entry[] = [];
    for (const [target, before] of this.#seen) {
      const [entry, state] = this.#look(target);
      if (state !== before) changed.push(entry);
      this.#seen.set(target, state);
    }
    if (changed.length > 0) this.#report(changed, this);
  }
}

type SizeEntry = { target: Element; contentRect: { width: number; height: number } };

class SizeWatcher extends Watcher<SizeEntry> {
  constructor(report: (entries: SizeEntry[], watcher: unknown) => void) {
    super(report, (target) => {
      const style = getComputedStyle(target);
      // An element that was taken out of the page has no padding, not even of 0.
      const padding = (side: "Left" | "Right" | "Top" | "Bottom") =>
        Number.parseFloat(style[`padding${side}`]) || 0;
      const width = target.clientWidth - padding("Left") - padding("Right");
      const height = target.clientHeight - padding("Top") - padding("Bottom");
      return [{ target, contentRect: { width, height } }, `${width} ${height}`];
    });
  }
}

type SightEntry = { target: Element; isIntersecting: boolean };

class SightWatcher extends Watcher<SightEntry> {
  constructor(
    report: (entries: SightEntry[], watcher: unknown) => void,
    { rootMargin = "0px" }: { rootMargin?: string } = {},
  ) {
    const margin = Number.parseFloat(rootMargin);
    super(report, (target) => {
      const { top, bottom, left, right } = target.getBoundingClientRect();
      const isIntersecting =
        bottom >= -margin && top <= innerHeight + margin && right >= -margin && left <= innerWidth + margin;
      return [{ target, isIntersecting }, String(isIntersecting)];
    });
  }
}

/** Reaches the other tabs by storage, which tells them of each change. */
class StorageChannel {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly #key: string;
  readonly #hear = ({ key, newValue }: StorageEvent) => {
    if (key === this.#key && newValue !== null) this.onmessage?.({ data: JSON.parse(newValue) });
  };

  constructor(name: string) {
    this.#key = `channel-${name}`;
    addEventListener("storage", this.#hear);
  }

  postMessage(data: unknown): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify(data));
      localStorage.removeItem(this.#key);
    } catch {
      // Without storage either, each tab is on its own.
    }
  }

  close(): void {
    removeEventListener("storage", this.#hear);
  }
}

class NothingChanges {
  observe(): void {}
  disconnect(): void {}
  takeRecords(): never[] {
    return [];
  }
}

const NOTHING_MATCHES = {
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

function withResolvers() {
  const made: Partial<PromiseWithResolvers<unknown>> = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

function timeout(ms: number): AbortSignal {
  const end = new AbortController();
  setTimeout(() => end.abort(new DOMException("", "TimeoutError")), ms);
  return end.signal;
}

function any(signals: Iterable<AbortSignal>): AbortSignal {
  const end = new AbortController();
  for (const signal of signals) {
    const stop = () => end.abort(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  }
  return end.signal;
}

const at = function <T>(this: ArrayLike<T>, index: number) {
  return this[index < 0 ? this.length + index : index];
};

const toSorted = function <T>(this: T[], order?: (one: T, other: T) => number) {
  return [...this].sort(order);
};

const findLast = function <T>(this: T[], fits: (item: T, index: number) => boolean) {
  return [...this].reverse().find((item, index) => fits(item, this.length - 1 - index));
};

const findLastIndex = function <T>(this: T[], fits: (item: T, index: number) => boolean) {
  const fromEnd = [...this].reverse().findIndex((item, index) => fits(item, this.length - 1 - index));
  return fromEnd === -1 ? -1 : this.length - 1 - fromEnd;
};

const replaceAll = function (this: string, part: string | RegExp, by: string) {
  return typeof part === "string" ? this.split(part).join(by) : this.replace(part, by);
};

function canParse(address: string): boolean {
  try {
    return new URL(address) instanceof URL;
  } catch {
    return false;
  }
}

/** The names are those of the table in `missing-parts.ts`. */
export const STAND_INS: Readonly<Record<string, unknown>> = {
  ResizeObserver: SizeWatcher,
  IntersectionObserver: SightWatcher,
  MutationObserver: NothingChanges,
  BroadcastChannel: StorageChannel,
  matchMedia: () => NOTHING_MATCHES,
  queueMicrotask: (run: () => void) => void Promise.resolve().then(run),
  withResolvers,
  timeout,
  any,
  throwIfAborted(this: AbortSignal) {
    if (this.aborted) throw this.reason;
  },
  at,
  toSorted,
  toReversed(this: unknown[]) {
    return [...this].reverse();
  },
  findLast,
  findLastIndex,
  replaceAll,
  hasOwn: (owner: object, name: PropertyKey) => Object.prototype.hasOwnProperty.call(owner, name),
  canParse,
  supportedValuesOf: () => [],
};
