/** Limits how many files each administrator may download at once. */
type ExportSlots = {
  /** Undefined if the administrator has no slot left. */
  take(userId: string): ExportSlot | undefined;
};

type ExportSlot = {
  release(): void;
  /** Passes the lines through and frees the slot when they end or the reader stops. */
  until(lines: AsyncIterable<string>): AsyncIterable<string>;
};

export function createExportSlots(maxPerUser: number): ExportSlots {
  const taken = new Map<string, number>();

  function take(userId: string): () => void {
    taken.set(userId, (taken.get(userId) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = taken.get(userId)! - 1;
      if (left === 0) taken.delete(userId);
      else taken.set(userId, left);
    };
  }

  return {
    take(userId) {
      if ((taken.get(userId) ?? 0) >= maxPerUser) return undefined;
      const release = take(userId);
      return { release, until: (lines) => heldUntilEnd(lines, release) };
    },
  };
}

/** Not a generator, because a generator that is abandoned before its first line runs no code of its own. */
function heldUntilEnd(lines: AsyncIterable<string>, release: () => void): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = lines[Symbol.asyncIterator]();
      return {
        async next() {
          try {
            const result = await iterator.next();
            if (result.done) release();
            return result;
          } catch (error) {
            release();
            throw error;
          }
        },
        async return() {
          release();
          await iterator.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
