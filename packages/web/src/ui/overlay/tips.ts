/** The elements with a tip: their own words, the explanation of a term, or the exact time behind a relative one. */
const HAS_TIP = "[data-tip],[data-term],[data-exact]";
const OCCASIONS = ["pointerover", "click", "keydown"];

let latest: Event | undefined;

/** Loads the code of tips with the first event that needs one, so that a first visit does not pay for it. */
function wake(event: Event) {
  if ((event as KeyboardEvent).key !== "Tab" && !(event.target as Element).closest?.(HAS_TIP)) return;
  const isFirst = latest === undefined;
  latest = event;
  if (isFirst) void start();
}

async function start() {
  try {
    const { startTips } = await import("./tip-view.ts");
    for (const occasion of OCCASIONS) removeEventListener(occasion, wake, true);
    startTips(latest!, HAS_TIP);
  } catch {
    // Without an answer there is no tip now; the next occasion asks again.
    latest = undefined;
  }
}

export function followTips() {
  for (const occasion of OCCASIONS) addEventListener(occasion, wake, true);
}
