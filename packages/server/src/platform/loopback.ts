const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Tells whether an IP address is the loopback, over which traffic does not leave the machine. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/** Tells whether the host of a URL is this machine. Any name but `localhost` may lead to another one. */
export function isThisMachine({ hostname }: URL): boolean {
  return hostname === "localhost" || isLoopback(hostname.replace(/^\[(.*)\]$/, "$1"));
}
