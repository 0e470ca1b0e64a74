/**
 * Returns SQL that is true if a position wins. It repeats the rule of `wins` in the domain, because PostgreSQL settles
 * positions itself. The test of the settling statement compares the two.
 *
 * @param price the column or value of the exit spot, in the unit of `barrier`
 */
export const winsSql = (price = "result_price", barrier = "barrier_price"): string =>
  `case when type = 'buy' then ${price} >= ${barrier} else ${price} <= ${barrier} end`;
