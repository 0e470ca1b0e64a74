/** How many ticks of the future the chart shows: enough for the latest expiry, in few steps so that it seldom moves. */
const STEPS = [75, 195, 320, 450];

export function futureRoom(windowTicks: number, longestLeftTicks: number): number {
  const most = Math.floor(windowTicks * 0.5);
  const wanted = STEPS.find((step) => step >= longestLeftTicks + 10) ?? STEPS.at(-1)!;
  return Math.min(Math.max(wanted, Math.floor(windowTicks / 4)), most);
}
