import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";

/** A platform that answers with another position than the one that was asked for would have that one checked instead. */
export class OtherPositionError extends Error {
  override readonly name = "OtherPositionError";
}

/** @param user the id of whoever asks, who sees their own positions alone */
export function assertAsked({ position }: PositionReceipt, id: string, user?: string): void {
  const isOther = position.id !== id || (user !== undefined && position.userId !== user);
  if (isOther) throw new OtherPositionError();
}
