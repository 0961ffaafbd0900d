import { z } from "zod";

/** Names of people and agents, which are names of folders too. */
export const personId = z
  .string()
  .regex(/^[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,58}[\p{L}\p{N}])?$/u, "use letters, digits and dashes");

/** Text that is not empty. */
export const text = z.string().min(1);

/** Name of a bank. */
export const bankName = z.string().min(1).max(60);

/** A whole number within limits, and its default. */
export const whole = (min: number, max: number, usual: number) =>
  z.int().min(min).max(max).default(usual);

/** A share from 0 to 1, and its default. */
export const share = (usual: number) => z.number().min(0).max(1).default(usual);

/** On or off, and its default. */
export const toggle = (usual: boolean) => z.boolean().default(usual);

/** A server's address: of one of these schemes, and without a password. */
export const address = (schemes: readonly string[]) =>
  z
    .url()
    .refine(
      (url) => schemes.includes(URL.parse(url)?.protocol ?? ""),
      `write an address with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}`,
    )
    .refine((url) => URL.parse(url)?.password === "", "write no password into the address");
