/** Files that are being made or sent, counted by who takes them. */
export type ExportSlots = {
  /** Undefined where there is none left. */
  take(userId: string): ExportSlot | undefined;
};

export type ExportSlot = {
  release(): void;
  /** The same lines; when they end, or nobody takes them any more, the slot is free. */
  until(lines: AsyncIterable<string>): AsyncIterable<string>;
};

export function createExportSlots(most: number): ExportSlots {
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
      if ((taken.get(userId) ?? 0) >= most) return undefined;
      const release = take(userId);
      return { release, until: (lines) => heldUntilEnd(lines, release) };
    },
  };
}

/** A generator that is given up before its first line runs none of its own code: so this is none. */
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
