import { ensurePackages } from "../support/debian-packages.ts";

/** @throws a message to the person who started the test */
export function ensureNeeded(): void {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    throw new Error("This needs Linux and root, for network namespaces: three machines are made of one.");
  ensurePackages([
    ["patroni", "patroni"],
    ["etcd", "etcd-server"],
    ["haproxy", "haproxy"],
    ["nats-server", "nats-server"],
    ["/usr/lib/postgresql/15/bin/postgres", "postgresql-15"],
    ["ip", "iproute2"],
    ["setpriv", "util-linux"],
    ["useradd", "passwd"],
    ["openssl", "openssl"],
  ]);
}
