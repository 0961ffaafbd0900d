import type { Call, Flag } from "./command.ts";
import { numberFlag } from "./flags.ts";

/** The flag of commands that serve. */
export const portFlag: Readonly<Record<"port", Flag>> = {
  port: { type: "string", value: "N", help: "port of the web page (0: any free one)" },
};

/** The port that was asked for, and no other; else the one of the settings, or any. Throws LociError USAGE. */
export function portOf(
  call: Call,
  usual: number,
): { readonly port: number; readonly strict: boolean } {
  const { port } = numberFlag(call, "port", { min: 0, max: 65_535 });
  return port === undefined ? { port: usual, strict: false } : { port, strict: true };
}
