import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;

/** What Prometheus may read. No user, amount or price is ever a label. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    positionsOpened: new Counter({
      name: "veritick_positions_opened_total",
      help: "Positions opened",
      registers,
    }),
    positionsSettled: new Counter({
      name: "veritick_positions_settled_total",
      help: "Positions settled",
      registers,
    }),
    settlementSeconds: new Histogram({
      name: "veritick_settlement_seconds",
      help: "From the start of a tick to its positions being settled",
      buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    tickLateSeconds: new Gauge({
      name: "veritick_tick_late_seconds",
      help: "How late the last tick was sent",
      registers,
    }),
    sockets: new Gauge({ name: "veritick_sockets", help: "Live connections", registers }),
    ledgerFaults: new Gauge({
      name: "veritick_ledger_faults",
      help: "Faults the last ledger check found",
      registers,
    }),
    ledgerCheckedAt: new Gauge({
      name: "veritick_ledger_checked_timestamp_seconds",
      help: "When the ledger was last checked",
      registers,
    }),
    clockSkewSeconds: new Gauge({
      name: "veritick_clock_skew_seconds",
      help: "Distance of this clock from the database's",
      registers,
    }),
  };
}
