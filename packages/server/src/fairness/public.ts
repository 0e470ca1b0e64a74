// What the composition root uses of fairness.
export { createFairness } from "./create-fairness.ts";
export { openSigner } from "./signing-keys.ts";
