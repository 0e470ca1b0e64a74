/** From where somebody calls. */
export type Visitor = { address: string; userAgent: string | undefined };

/** Only that of a call: what is written down must not take the body along. */
export const visitorOf = ({ address, userAgent }: Visitor): Visitor => ({ address, userAgent });
