import type { Link } from "../src/cluster/link.ts";
import type { Clock } from "../src/platform/clock.ts";

/** One end of an in-memory network, which a test cuts and mends. */
export type FakeLink = Link & { cut(): void; mend(): void; readonly sent: string[] };

/** Connects any number of links. A message arrives at once or never. */
export function fakeNetwork(clock: Pick<Clock, "nowMs">): { join(): FakeLink } {
  const ends = new Set<{ isConnected: boolean; hear(subject: string, text: string): void }>();

  function join(): FakeLink {
    const followed = new Map<string, Set<(text: string) => void>>();
    const listeners: ((isConnected: boolean) => void)[] = [];
    const sent: string[] = [];
    let heardUntilMs = clock.nowMs();
    const end = {
      isConnected: true,
      hear: (subject: string, text: string) => followed.get(subject)?.forEach((onText) => onText(text)),
    };
    ends.add(end);
    const change = (isConnected: boolean) => {
      if (end.isConnected === isConnected) return;
      heardUntilMs = clock.nowMs();
      end.isConnected = isConnected;
      for (const listener of listeners) listener(isConnected);
    };
    return {
      sent,
      send(subject, text) {
        if (!end.isConnected) return;
        sent.push(`${subject} ${text}`);
        for (const other of ends) if (other !== end && other.isConnected) other.hear(subject, text);
      },
      follow(subject, onText) {
        const own = followed.get(subject) ?? new Set();
        followed.set(subject, own.add(onText));
        return () => {
          own.delete(onText);
          if (own.size === 0) followed.delete(subject);
        };
      },
      isConnected: () => end.isConnected,
      heardUntilMs: () => (end.isConnected ? clock.nowMs() : heardUntilMs),
      onChange(listener) {
        listeners.push(listener);
        if (end.isConnected) listener(true);
      },
      cut: () => change(false),
      mend: () => change(true),
      async close() {
        change(false);
        ends.delete(end);
      },
    };
  }
  return { join };
}
