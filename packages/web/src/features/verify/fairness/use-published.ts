import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { epochOf } from "@veritick/domain/epochs.ts";
import { useEffect } from "react";
import { useGet } from "../../../api/query.ts";

export type Published = {
  readonly data: Fairness | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
};

/** Rules and commitments as they are published; asked for anew when another hour has begun. */
export function usePublished(nowTick: number | undefined): Published {
  const { data, isError, isFetching, refetch } = useGet("fairness");
  const isPast = data !== undefined && nowTick !== undefined && epochOf(nowTick) > data.current.epoch;
  useEffect(() => {
    if (isPast) void refetch();
  }, [isPast, nowTick, refetch]);
  return { data, hasFailed: isError && !isFetching, retry: () => void refetch() };
}
