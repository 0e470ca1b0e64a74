export { chainOf, createStateAnnouncer, openBeacon } from "./beacon.ts";
export type { Beacon, BeaconStandIns } from "./beacon.ts";
export { LOCAL_BEACON_ID, openLocalKey } from "./make-rounds.ts";
export { hasRoundsBeside, hasRoundsOf } from "./round-store.ts";
export { beaconRoutes } from "./routes.ts";
