import { z } from "zod";

/** What makes a setting weaker: who may see more, or what is kept longer. */
export type PrivacyOrder =
  | "weaker when true"
  | "weaker when false"
  | "weaker when more"
  | "weaker when fewer"
  /** It decides what a protected bank holds: while there is one, no other value is taken over. */
  | "protects a bank";

/** The settings that travel with a vault and say how private it is; each is marked where the schema defines it. */
export const privacyOrder = z.registry<{ readonly order: PrivacyOrder }>();

/** The private one of two values; the new one where they do not compare. */
export function stricterOf(order: PrivacyOrder, before: unknown, after: unknown): unknown {
  if (order === "protects a bank") return before;
  if (typeof before === "boolean" && typeof after === "boolean") {
    return order === "weaker when true" ? before && after : before || after;
  }
  if (typeof before === "number" && typeof after === "number") return Math.min(before, after);
  if (!Array.isArray(before) || !Array.isArray(after)) return after;
  return order === "weaker when more"
    ? after.filter((item) => before.includes(item))
    : [...after, ...before.filter((item) => !after.includes(item))];
}
