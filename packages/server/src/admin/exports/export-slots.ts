/** Files that are being sent, counted by who takes them. */
export type ExportSlots = {
  isFull(userId: string): boolean;
  /** The same lines, counted from when they begin to be taken until they end or nobody takes them any more. */
  hold(userId: string, lines: AsyncIterable<string>): AsyncIterable<string>;
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
    isFull: (userId) => (taken.get(userId) ?? 0) >= most,
    // A generator that is given up before its first line runs none of its own code: so this is none.
    hold: (userId, lines) => ({
      [Symbol.asyncIterator]() {
        const iterator = lines[Symbol.asyncIterator]();
        const release = take(userId);
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
    }),
  };
}
