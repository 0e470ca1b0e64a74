/** `npm run test:long` asks for the long form of the tests that have one. */
export const isLong = process.env["VERITICK_LONG"] === "1";
