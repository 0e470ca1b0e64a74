import type { Address } from "./address.ts";

/** Chosen for a small machine that PostgreSQL shares with the platform, and for never losing a commit. */
const settings: Record<string, string> = {
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  max_connections: "200",
  shared_buffers: "192MB",
  effective_cache_size: "1GB",
  max_wal_size: "2GB",
  // Two cores are better spent on many short transactions than on one report.
  max_parallel_workers_per_gather: "0",
  jit: "off",
  log_line_prefix: "%m [%p] ",
  // The platform reports the statements that were refused; repeated here they would only fill the disk.
  log_min_error_statement: "panic",
};

/** For data that nobody needs after a crash of the machine, such as a test's: no transaction waits for the disk. */
const disposableSettings: Record<string, string> = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
};

export function serverArguments(cluster: string, address: Address, isDisposable: boolean): string[] {
  const listen: Record<string, string> = address.isSocket
    ? {
        listen_addresses: "",
        unix_socket_directories: quoteFolder(address.host),
        unix_socket_permissions: "0700",
      }
    : { listen_addresses: address.host, unix_socket_directories: "" };
  const all = {
    ...settings,
    ...(isDisposable ? disposableSettings : {}),
    ...listen,
    port: String(address.port),
  };
  return ["-D", cluster, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** The setting takes a list; quotes keep a folder with a comma or a space in its name whole. */
function quoteFolder(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}
