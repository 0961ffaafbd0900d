import { type Happening, onHappening } from "../diagnostics.ts";
import type { Settings } from "../settings/schema.ts";

/**
 * Writes what happens to standard error from now on, a line of JSON each (pino's), until the function that it returns is called.
 * There is no private text in it, whatever the level.
 */
export async function logHappenings(level: Settings["log"]): Promise<() => void> {
  if (level === "off") return () => {};
  const { default: pino } = await import("pino");
  const destination = pino.destination({ dest: 2, sync: true });
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return onHappening((happening) => log[levelOf(happening)](happening));
}

const levelOf = ({ type }: Happening): "info" | "debug" => (type === "timed" ? "debug" : "info");
