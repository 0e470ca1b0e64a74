/** True under `npm run test:long`, which runs the long form of the tests that have one. */
export const isLong = process.env["VERITICK_LONG"] === "1";
