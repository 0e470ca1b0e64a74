/**
 * Keeps answers by key, as many as stated: what was asked for longest ago goes first. Who asks for what is being made
 * waits for the same answer; what failed, or does not stay, is made anew for the next.
 */
export function keepNewest<K, V>(most: number, stays: (value: V) => boolean) {
  const kept = new Map<K, Promise<V>>();

  function keep(key: K, answer: Promise<V>): void {
    kept.delete(key);
    kept.set(key, answer);
    if (kept.size > most) kept.delete(kept.keys().next().value!);
  }

  function start(key: K, make: () => Promise<V>): Promise<V> {
    const answer = make();
    const forget = () => {
      if (kept.get(key) === answer) kept.delete(key);
    };
    answer.then((value) => stays(value) || forget(), forget);
    return answer;
  }

  return {
    has: (key: K): boolean => kept.has(key),
    ask(key: K, make: () => Promise<V>): Promise<V> {
      const answer = kept.get(key) ?? start(key, make);
      keep(key, answer);
      return answer;
    },
  };
}
