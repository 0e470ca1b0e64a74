import type { Endpoint } from "@veritick/contract/endpoint.ts";
import type { CallOf } from "./api.ts";

export const get = <E extends Endpoint>(path: Endpoint["path"]): CallOf<E> => ({ method: "GET", path });
export const post = <E extends Endpoint>(path: Endpoint["path"]): CallOf<E> => ({ method: "POST", path });
export const remove = <E extends Endpoint>(path: Endpoint["path"]): CallOf<E> => ({ method: "DELETE", path });
