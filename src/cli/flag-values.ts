import { LociError } from "../errors.ts";
import type { Call } from "./command.ts";

/** `{name: value}` when the flag was given a text, `{}` when it was left out. Throws USAGE for an empty one. */
export function textFlag<N extends string>(call: Call, name: N): { [K in N]?: string } {
  const value = call.flags[name];
  if (typeof value !== "string") return {};
  if (value.trim() === "") {
    throw new LociError("USAGE", `Cannot use --${name} without a value`, { data: { flag: name } });
  }
  return { [name]: value } as { [K in N]?: string };
}

/** `{name: value}` when the flag was given a whole number within the range, `{}` when it was left out. */
export function numberFlag<N extends string>(
  call: Call,
  name: N,
  range: { readonly min: number; readonly max: number },
): { [K in N]?: number } {
  const value = call.flags[name];
  if (typeof value !== "string") return {};
  const number = Number(value);
  if (!Number.isInteger(number) || number < range.min || number > range.max) {
    throw new LociError(
      "USAGE",
      `Cannot use --${name} "${value}": it takes a whole number from ${range.min} to ${range.max}`,
      { data: { flag: name, value } },
    );
  }
  return { [name]: number } as { [K in N]?: number };
}
