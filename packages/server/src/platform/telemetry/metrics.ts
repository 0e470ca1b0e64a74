import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { productVersion } from "../version.ts";

/**
 * The metrics of Node.js about the process. They are collected once, however many servers a process starts, as tests do,
 * because the watches of the event loop and the garbage collection never end.
 */
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Makes the metrics that Prometheus may read. No user and no price is ever a label or a value; amounts are the house's
 * alone.
 */
export function createMetrics() {
  const registry = Registry.merge([ofProcess]);
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter<L>({ name, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge<L>({ name, help, labelNames, registers });

  gauge("veritick_build_info", "The version that runs", ["version"]).set({ version: productVersion() }, 1);
  return {
    registry,
    httpSeconds: new Histogram({
      name: "veritick_http_request_duration_seconds",
      help: "From a request's first byte to the end of its answer",
      labelNames: ["method", "route", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    refusals: counter("veritick_refusals_total", "Calls refused, by the code of the refusal", [
      "route",
      "code",
    ]),
    sockets: gauge("veritick_sockets", "Live connections"),
    busConnected: gauge(
      "veritick_bus_connected",
      "1 if this process is connected to the others, or runs alone",
    ),
    maintenance: gauge("veritick_maintenance", "1 during maintenance: no new positions"),

    tickLateSeconds: gauge(
      "veritick_tick_late_seconds",
      "How late the last tick was sent after the time at which it is shown, or for how long the next one has been due",
    ),
    ordersRefused: gauge(
      "veritick_orders_refused",
      "1 for the reason why this process takes no orders: disputed, late, clock or doubtful",
      ["reason"],
    ),
    clockSkewSeconds: gauge(
      "veritick_clock_skew_seconds",
      "How far the database's clock is ahead of this machine's",
    ),
    clockUncertaintySeconds: gauge(
      "veritick_clock_uncertainty_seconds",
      "How far veritick_clock_skew_seconds may be wrong either way",
    ),
    clockTrusted: gauge(
      "veritick_clock_trusted",
      "1 if this process knows the database's clock well enough to take orders",
    ),
    beaconNewestRound: gauge(
      "veritick_beacon_newest_round",
      "The newest round of the beacon that this process has",
    ),
    beaconLateSeconds: gauge(
      "veritick_beacon_late_seconds",
      "How late the newest round of the beacon arrived",
    ),
    beaconState: gauge(
      "veritick_beacon_state",
      "1 for the present state of the beacon: live, hold, late or catch_up",
      ["state"],
    ),
    beaconRelayFailures: counter(
      "veritick_beacon_relay_failures_total",
      "Answers of a relay that failed or did not verify",
      ["relay"],
    ),
    positionsOpened: counter("veritick_positions_opened_total", "Positions opened"),
    positionsSettled: counter("veritick_positions_settled_total", "Positions settled"),
    positionsSold: counter("veritick_positions_sold_total", "Positions sold back"),
    settlementSeconds: new Histogram({
      name: "veritick_settlement_seconds",
      help: "From the start of a tick to its positions being settled",
      buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    settlementOverdueSeconds: gauge(
      "veritick_settlement_overdue_seconds",
      "How long the oldest expired position has waited to be settled",
    ),

    vitalSeconds: new Histogram({
      name: "veritick_web_vital_seconds",
      help: "What browsers report: LCP is the largest paint, INP the slowest interaction of a visit",
      labelNames: ["page", "name"],
      buckets: [0.05, 0.1, 0.2, 0.5, 1, 2.5, 4, 10],
      registers,
    }),
    layoutShift: new Histogram({
      name: "veritick_web_layout_shift",
      help: "What browsers report: how far a page's layout shifted (CLS)",
      labelNames: ["page"],
      buckets: [0.01, 0.05, 0.1, 0.25, 1],
      registers,
    }),

    webFaults: counter("veritick_web_faults_total", "Faults of pages that browsers report", ["page", "kind"]),

    ledgerFaults: gauge("veritick_ledger_faults", "Faults the last ledger check found"),
    ledgerCheckedAt: gauge("veritick_ledger_checked_timestamp_seconds", "When the ledger was last checked"),
    liabilitiesStatedAt: gauge(
      "veritick_liabilities_timestamp_seconds",
      "When the newest liabilities report was signed; 0 before the first",
    ),
    liabilitiesFailures: counter(
      "veritick_liabilities_failures_total",
      "Liabilities reports that could not be signed",
    ),
    logSize: gauge("veritick_log_size", "Entries under the newest signed checkpoint of the public log"),
    logWitnessedSize: gauge(
      "veritick_log_witnessed_size",
      "Entries under the newest checkpoint that the quorum of witnesses has cosigned",
    ),
    logQuorumAge: gauge(
      "veritick_log_quorum_age_seconds",
      "Time since the quorum last cosigned; 0 without a log, before the first time and if no quorum is required",
    ),
    logBehind: gauge(
      "veritick_log_behind",
      "1 if the newest checkpoint lacks its quorum, or the public log stands still",
    ),
    logWitnessFailures: counter(
      "veritick_log_witness_failures_total",
      "Requests that a witness of the public log did not answer with a valid cosignature",
      ["witness"],
    ),
    houseFunds: gauge("veritick_house_funds", "The house's own money, stakes of open positions left out"),
    housePromised: gauge("veritick_house_open_payout", "The maximum payout of all open positions"),

    providerUp: gauge("veritick_provider_up", "1 if the payment provider answered the last call"),
    providerSucceededAt: gauge(
      "veritick_provider_last_success_timestamp_seconds",
      "When the payment provider last answered as asked",
    ),
    providerFailures: counter("veritick_provider_failures_total", "Failed calls to the payment provider", [
      "kind",
    ]),
    screeningVerdicts: counter(
      "veritick_screening_verdicts_total",
      "Answers of the screening service by kind and verdict, unreachable among them",
      ["kind", "verdict"],
    ),
    screeningOldestSeconds: gauge(
      "veritick_screening_held_oldest_seconds",
      "How long the oldest deposit, withdrawal or payment is held by the screening",
    ),
    depositsOpen: gauge("veritick_deposits_open", "Deposits pending or confirming, up to 10000"),
    withdrawalsPending: gauge(
      "veritick_withdrawals_pending",
      "Withdrawals that wait for a decision, up to 10000",
    ),
    withdrawalOldestSeconds: gauge(
      "veritick_withdrawal_oldest_seconds",
      "Age of the oldest pending withdrawal",
    ),
    payoutsProcessing: gauge("veritick_payouts_processing", "Payouts under way, up to 10000"),
    payoutOldestSeconds: gauge(
      "veritick_payout_oldest_seconds",
      "How long the oldest payout has been under way",
    ),
    attentionOpen: gauge("veritick_attention_open", "Payments and payouts that need a person, up to 10000"),
    attentionOldestSeconds: gauge(
      "veritick_attention_oldest_seconds",
      "How long the oldest of them has waited",
    ),

    webhookTries: counter("veritick_webhook_tries_total", "Tries to deliver an event to a webhook", [
      "outcome",
    ]),
    webhookOldestSeconds: gauge(
      "veritick_webhook_oldest_seconds",
      "Age of the oldest event that an active webhook has not accepted yet",
    ),

    backupAt: gauge(
      "veritick_backup_timestamp_seconds",
      "When the newest backup was started; 0 before the first",
    ),
    backupCopiedAt: gauge(
      "veritick_backup_copied_timestamp_seconds",
      "When the newest backup that BACKUP_AFTER has copied was started, or its first try; 0 without BACKUP_AFTER",
    ),
    databaseUp: gauge("veritick_database_up", "1 if the database answered the last question about it"),
    poolConnections: gauge("veritick_database_connections", "Connections to the database", ["state"]),
    poolWaiting: gauge("veritick_database_waiting", "Statements that wait for a connection"),
    diskFreeBytes: gauge("veritick_data_disk_free_bytes", "Free space where the data directory is"),
    diskFreeRatio: gauge("veritick_data_disk_free_ratio", "The free share of that disk"),
    sampledAt: gauge(
      "veritick_sampled_timestamp_seconds",
      "When the figures from the database were last read",
    ),
  };
}
