/** Only its use tells whether the browser refuses a part. */
const PROBES: Readonly<Record<string, () => unknown>> = {
  BroadcastChannel: () => new BroadcastChannel("probe").close(),
  ResizeObserver: () => new ResizeObserver(() => undefined),
  IntersectionObserver: () => new IntersectionObserver(() => undefined),
  MutationObserver: () => new MutationObserver(() => undefined),
  matchMedia: () => matchMedia("all"),
  timeout: () => AbortSignal.timeout(0),
};

/**
 * The parts that a browser may lack: an older one, one whose policy or extension removes them, or one that throws instead.
 * Everything else that may be missing is asked for where it is used.
 */
const PARTS: readonly (readonly [owner: object, names: readonly string[]])[] = [
  [
    globalThis,
    [
      "ResizeObserver",
      "IntersectionObserver",
      "MutationObserver",
      "BroadcastChannel",
      "matchMedia",
      "queueMicrotask",
    ],
  ],
  [Promise, ["withResolvers"]],
  [AbortSignal, ["timeout", "any"]],
  [AbortSignal.prototype, ["throwIfAborted"]],
  [Array.prototype, ["at", "toSorted", "toReversed", "findLast", "findLastIndex"]],
  [String.prototype, ["at", "replaceAll"]],
  [Object, ["hasOwn"]],
  [URL, ["canParse"]],
  [Intl, ["supportedValuesOf"]],
];

function isMissing(owner: object, name: string): boolean {
  try {
    PROBES[name]?.();
    return (owner as Record<string, unknown>)[name] === undefined;
  } catch {
    return true;
  }
}

/** Fills in what the browser lacks or refuses. Call it before anything else. */
export async function fillMissingParts(): Promise<void> {
  const missing = PARTS.flatMap(([owner, names]) =>
    names.filter((name) => isMissing(owner, name)).map((name) => [owner, name] as const),
  );
  if (missing.length === 0) return;
  const { STAND_INS } = await import("./stand-ins.ts");
  for (const [owner, name] of missing)
    Reflect.defineProperty(owner, name, { value: STAND_INS[name], configurable: true, writable: true });
}
