/** The status and the words of a refusal. See `errors.ts`. */
export type Words = {
  readonly status: number;
  readonly plain: string;
  readonly en: string;
  readonly fr: string;
};

export const refusal = (status: number, en: string, fr: string, plain: string = en): Words => ({
  status,
  plain,
  en,
  fr,
});

/** Makes a refusal whose schema wording is the French one. */
export const schemaRefusal = (en: string, fr: string): Words => refusal(400, en, fr, fr);
