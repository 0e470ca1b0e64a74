/**
 * Whether a confirmed payment `d` was credited although no money had ever been seen in it: an item says where it had.
 *
 * @param byPerson of `d`, whether a person credited it
 */
export const isOnTrust = (byPerson: string): string => `(${byPerson} and not exists (
  select from attention_items i where i.key = 'payment/' || d.provider || '/' || d.payment_id and i.arrived > 0))`;
