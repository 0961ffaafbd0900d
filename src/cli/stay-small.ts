import { setFlagsFromString } from "node:v8";

/**
 * Keeps the memory for what is short-lived as small as it is now. V8 lets it grow where a process is busy for a moment
 * and hardly ever gives it back; one that runs for months on a small board pays with a little time instead.
 */
export function staySmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
