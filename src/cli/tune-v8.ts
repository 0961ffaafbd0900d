import { setFlagsFromString } from "node:v8";

/**
 * Keeps the memory for what is short-lived as small as it is now. V8 lets it grow where a process is busy for a moment
 * and hardly ever gives it back; one that runs for months on a small board pays with a little time instead.
 */
export function staySmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * Compiles each pattern once. V8 else does it twice, the second time for speed; the first sentence meets a thousand
 * patterns, and a short-lived process asks each two or three times.
 */
export function compilePatternsOnce(): void {
  setFlagsFromString("--no-regexp-tier-up");
}
