export type LogEvent = { level: "info" | "warn" | "error"; message: string };
export type Log = (event: LogEvent) => void;
