import type { CDPSession } from "@playwright/test";

/** Returns the share of the script time of `work` spent in scripts whose address matches `of`, or on their behalf. */
export async function profiledShare(
  devTools: CDPSession,
  of: RegExp,
  work: () => Promise<void>,
): Promise<number> {
  await devTools.send("Profiler.enable");
  await devTools.send("Profiler.setSamplingInterval", { interval: 100 });
  await devTools.send("Profiler.start");
  await work();
  const { profile } = await devTools.send("Profiler.stop");
  await devTools.send("Profiler.disable");

  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id])),
  );
  const isWithin = (id: number | undefined): boolean => {
    for (let at = id; at !== undefined; at = parents.get(at)) {
      if (of.test(nodes.get(at)!.callFrame.url)) return true;
    }
    return false;
  };
  let total = 0;
  let within = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    // Idle time is no script time. The engine's own work counts towards the code that caused it.
    if (["(idle)", "(program)", "(root)"].includes(nodes.get(id)!.callFrame.functionName)) continue;
    const spent = profile.timeDeltas?.[index] ?? 0;
    total += spent;
    if (isWithin(id)) within += spent;
  }
  return total === 0 ? 0 : within / total;
}
