import { NOISE_MAX, NOISE_WORDS } from "../src/price.ts";

/** Makes random 32-bit words: a xorshift generator of 128 bits (Marsaglia, 2003) added to a counter of odd steps. */
export function wordSource(seed: number): () => number {
  let [a, b, c, d, counter] = [seed, 0x1234567, 0x89abcdef | 0, 0x2468ace, 0];
  const next = () => {
    let mixed = a ^ (a << 11);
    mixed ^= mixed >>> 8;
    a = b;
    b = c;
    c = d;
    d = d ^ (d >>> 19) ^ mixed;
    counter = (counter + 0x61c88647) | 0;
    return d + counter;
  };
  for (let discarded = 0; discarded < 100; discarded++) next();
  return next;
}

/** Returns noise as a digest would give it: sixteen random 16-bit words, here two from each random word. */
export function noiseFrom(nextWord: () => number): number {
  let sum = 0;
  for (let pair = 0; pair < NOISE_WORDS / 2; pair++) {
    const word = nextWord();
    sum += (word & 0xffff) + ((word >>> 16) & 0xffff);
  }
  return 2 * sum - NOISE_MAX;
}
