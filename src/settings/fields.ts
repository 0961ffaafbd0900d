import { z } from "zod";

/** A section: it may be left out, and so may each of its keys. */
export const section = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape).prefault({} as z.input<z.ZodObject<Shape, z.core.$strict>>);

export const toggle = (usual: boolean, meaning: string) =>
  z.boolean().default(usual).describe(meaning);

/** A number within limits. */
export const amount = (min: number, max: number, usual: number, meaning: string) =>
  z.number().min(min).max(max).default(usual).describe(meaning);

/** A share from 0 to 1. */
export const share = (usual: number, meaning: string) => amount(0, 1, usual, meaning);

/** A whole number within limits. */
export const whole = (min: number, max: number, usual: number, meaning: string) =>
  z.int().min(min).max(max).default(usual).describe(meaning);

/** A time of a second to a day. */
export const time = (usual: number, meaning: string) =>
  whole(1_000, 86_400_000, usual, `${meaning} (milliseconds)`);

/** One of these words. */
export const choice = <const Word extends string>(
  words: readonly Word[],
  usual: NoInfer<Word>,
  meaning: string,
) =>
  z
    .enum(words)
    .default(() => usual)
    .describe(meaning);

/** Text that is not empty. */
export const text = z.string().min(1);

/** Text that may be left out, but not empty. */
export const words = (meaning: string) => text.optional().describe(meaning);

/** Where a key is kept that the environment does not hold. */
export const keyFile = (variable: string) =>
  words(`File outside the vault that holds the key; or ${variable}`);

/** A list, empty by default. */
export const list = <Item extends z.ZodType>(item: Item, meaning: string) =>
  z.array(item).default([]).describe(meaning);

/** Names of people and agents, which are names of folders too. */
export const personId = z
  .string()
  .regex(/^[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,58}[\p{L}\p{N}])?$/u, "use letters, digits and dashes");

/** Name of a bank. */
export const bankName = text.max(60);

/** A server's address: of one of these schemes, and without a password. */
export function address(...schemes: readonly string[]) {
  const advice = `write an address with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`;
  return z
    .url(advice)
    .refine((url) => schemes.includes(URL.parse(url)?.protocol.slice(0, -1) ?? ""), advice)
    .refine((url) => URL.parse(url)?.password === "", "write no password into the address");
}
