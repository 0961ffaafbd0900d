import { setFlagsFromString } from "node:v8";

/**
 * Stops V8's young generation from growing. V8 enlarges it during bursts of work and hardly ever shrinks it; a process that
 * runs for months on a small board had better be a little slower.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * Stops V8 from compiling regular expressions a second time for speed. The language rules have a thousand of them, and a
 * short-lived process runs each only two or three times.
 */
export function compilePatternsOnce(): void {
  setFlagsFromString("--no-regexp-tier-up");
}
