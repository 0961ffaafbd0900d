import { z } from "@hono/zod-openapi";

/** Says that a field is missing, or what it must be. */
export const must =
  (wanted: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? "it is missing" : `it must be ${wanted}`;

const word = z
  .string({ error: must("a text") })
  .trim()
  .min(1, "it is empty");

/** A text that is needed. */
export const text = (about: string) =>
  // What was not UTF-8 has become this sign, and would be kept for good.
  word.refine((given) => !given.includes("\uFFFD"), "it is not UTF-8").describe(about);

/** A text that may be left out. */
export const maybe = (about: string) => word.optional().describe(about);

const whole = (most: number) => {
  const error = `it must be a whole number from 1 to ${most}`;
  return z.coerce.number({ error }).int(error).min(1, error).max(most, error);
};

/** How many at most. */
export const count = (about: string) => whole(1000).optional().describe(about);

/** A score. */
export const share = (about: string) => z.coerce.number().min(0).max(1).optional().describe(about);

/** A page of a list, in a query. */
export const page = {
  page: whole(1_000_000).default(1).describe("Which page"),
  limit: whole(1000).default(50).describe("How many a page holds"),
};

export const pageAnswer = {
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  next: z.int().nullable().describe("The page after this one, or null"),
};

/** What answers a page of a list, besides the page itself. */
export const pageOf = (page: number, limit: number, total: number): object => ({
  page,
  limit,
  total,
  next: page * limit < total ? page + 1 : null,
});

/** Yes or no, in a body. */
export const yesOrNo = (about: string) =>
  z
    .boolean({ error: must("true or false") })
    .optional()
    .describe(about);

/** Yes or no, in a query. */
export const flag = (about: string) =>
  z
    .stringbool({ error: must("true or false") })
    .optional()
    .openapi({ type: "boolean", description: about });

export const day = z.iso
  .date({ error: "write it as 2026-02-12" })
  .optional()
  .describe("A day, as 2026-02-12");

/** One of a few words. */
export const oneOf = <const W extends readonly [string, ...string[]]>(...words: W) =>
  z.enum(words, { error: must(words.join(" or ")) }).describe(words.join(" or "));

export const mode = oneOf("text", "voice").optional();

const aboutPerson = "Who: a person's id; nobody, where it is empty or null";
export const agent = maybe("An agent's id");
export const bank = maybe("A bank's name");

/** Who looks, in a query; an empty text names nobody. */
export const viewer = {
  person: z
    .string({ error: must("a text") })
    .trim()
    .transform((name) => (name === "" ? null : name))
    .optional()
    .openapi({ type: "string", description: aboutPerson }),
  agent,
};

/** A person, in a body; null names nobody. */
export const person = word.nullable().optional().describe(aboutPerson);

/** An answer that docs/http.md describes. */
export const anything = z.looseObject({});
