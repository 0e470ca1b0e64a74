import { vitalPageOf } from "@veritick/contract/vital-pages.ts";
import { onCLS, onINP, onLCP } from "web-vitals";
import type { MetricType } from "web-vitals";
import { pathOf } from "./client.ts";

/** Sends the speed of the first page of the visit to the server, when the page is left. */
export function reportVitals(): void {
  const [loaded] = performance.getEntriesByType("navigation");
  const page = vitalPageOf(new URL(loaded?.name ?? location.href).pathname);
  const send = ({ name, value }: MetricType) => {
    const body = new Blob([JSON.stringify({ page, name, value })], { type: "application/json" });
    navigator.sendBeacon?.(pathOf("reportVital"), body);
  };
  // The largest paint is final at the first press. Nothing is sent while the page is in use.
  const kept = new Map<string, MetricType>();
  const keep = (metric: MetricType) =>
    document.visibilityState === "hidden" ? send(metric) : void kept.set(metric.name, metric);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden") return;
    kept.forEach(send);
    kept.clear();
  });
  onLCP(keep);
  onINP(keep);
  onCLS(keep);
}
