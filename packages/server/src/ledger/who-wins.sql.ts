/**
 * Whether a position wins, in SQL: the rule of `wins` in the domain once more, because PostgreSQL decides positions
 * where they lie. The test of the statement that settles holds the two equal.
 *
 * @param price the column or value with the price of the expiry, in the unit of `barrier`
 */
export const winsSql = (price = "result_price", barrier = "barrier_price"): string =>
  `case when type = 'buy' then ${price} >= ${barrier} else ${price} <= ${barrier} end`;
