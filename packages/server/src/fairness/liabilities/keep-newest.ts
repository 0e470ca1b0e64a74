/** Values by key, as many as stated: what was asked for longest ago goes first. */
export function keepNewest<K, V>(most: number): { get(key: K): V | undefined; set(key: K, value: V): void } {
  const kept = new Map<K, V>();
  const set = (key: K, value: V) => {
    kept.delete(key);
    kept.set(key, value);
    if (kept.size > most) kept.delete(kept.keys().next().value!);
  };
  return {
    get(key) {
      const value = kept.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
  };
}
