import type * as auth from "@veritick/contract/auth.ts";
import type * as deposits from "@veritick/contract/deposits.ts";
import type { Endpoint } from "@veritick/contract/endpoint.ts";
import type * as fairnessCalls from "@veritick/contract/fairness.ts";
import type * as positions from "@veritick/contract/positions.ts";
import type * as installation from "@veritick/contract/settings.ts";
import type { CallOf } from "./api.ts";

const get = <E extends Endpoint>(path: Endpoint["path"]): CallOf<E> => ({ method: "GET", path });
const post = <E extends Endpoint>(path: Endpoint["path"]): CallOf<E> => ({ method: "POST", path });

/**
 * The calls that the interface makes: the contract's types with method and path, without its schemas. The server
 * judges what is sent, so that the browser need not carry the schemas; a test holds this list to the contract.
 */
export const me = get<typeof auth.me>("/api/auth/me");
export const register = post<typeof auth.register>("/api/auth/register");
export const login = post<typeof auth.login>("/api/auth/login");
export const logout = post<typeof auth.logout>("/api/auth/logout");
export const changePassword = post<typeof auth.changePassword>("/api/profile/change-password");
export const wsToken = get<typeof auth.wsToken>("/api/ws-token");
export const listPositions = get<typeof positions.listPositions>("/api/trading/positions");
export const openPosition = post<typeof positions.openPosition>("/api/trading/positions");
export const getPosition = get<typeof positions.getPosition>("/api/trading/positions/{id}");
export const listDeposits = get<typeof deposits.listDeposits>("/api/deposits");
export const createDeposit = post<typeof deposits.createDeposit>("/api/deposits");
export const prices = get<typeof fairnessCalls.prices>("/api/prices");
export const fairness = get<typeof fairnessCalls.fairness>("/api/fairness");
export const fairnessEpochs = get<typeof fairnessCalls.fairnessEpochs>("/api/fairness/epochs");
export const settings = get<typeof installation.settings>("/api/settings");
