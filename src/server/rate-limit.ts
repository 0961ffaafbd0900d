import { type Caller, owner } from "./caller.ts";
import { Refusal } from "./failure.ts";

/** Counts requests by token. */
export interface RateLimit {
  /** Throws Refusal RATE_LIMITED where one that was made asks too often; the vault's owner never does. */
  count(caller: Caller): void;
}

/** Requests a minute of one token, which may also come all at once. */
const most = 600;
const minuteMs = 60_000;

/** A bucket for each token, that fills as time goes by. */
export function createRateLimit(now: () => number): RateLimit {
  const buckets = new Map<string, { readonly left: number; readonly at: number }>();
  return {
    count(caller) {
      if (caller === owner) return;
      const { name } = caller;
      const at = now();
      const bucket = buckets.get(name) ?? { left: most, at };
      const left = Math.min(most, bucket.left + (Math.max(0, at - bucket.at) * most) / minuteMs);
      if (left < 1) {
        const seconds = Math.ceil(((1 - left) * minuteMs) / most / 1000);
        throw new Refusal(
          "RATE_LIMITED",
          `Cannot answer the token "${name}" so often: it may ask ${most} times a minute`,
          { headers: { "retry-after": String(seconds) }, data: { retryAfterSeconds: seconds } },
        );
      }
      buckets.set(name, { left: left - 1, at });
    },
  };
}
