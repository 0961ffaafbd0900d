import type { Digested } from "../src/digest/digest-session.ts";
import type { Outcome } from "../src/digest/plan.ts";

/** What of a digestion came to this. */
export const outcomesOf = (
  digested: Pick<Digested, "outcomes"> | null | undefined,
  status: Outcome["status"],
): readonly Outcome[] => (digested?.outcomes ?? []).filter((one) => one.status === status);
