import { digitRuns } from "./digit-runs.ts";
import { findCards } from "./find-cards.ts";
import { findEmails } from "./find-emails.ts";
import { findIbans } from "./find-ibans.ts";
import { findNationalIds } from "./find-national-ids.ts";
import { findBirthDates, findDiagnoses } from "./find-personal.ts";
import { findPhones } from "./find-phones.ts";
import { findSecrets } from "./find-secrets.ts";
import type { Span } from "./span.ts";

type PrivateKind =
  | "secret"
  | "iban"
  | "card"
  | "e-mail"
  | "national id"
  | "birth date"
  | "phone"
  | "diagnosis";

/** Where private data stands in a text; `end` is the place after it. */
export interface PrivateSpan extends Span {
  readonly kind: PrivateKind;
}

/** Private data of a text in reading order, without overlaps; what has a checksum is checked. Takes linear time on any text. */
export function findPrivateData(text: string): readonly PrivateSpan[] {
  const runs = digitRuns(text);
  return withoutOverlaps([
    ...findSecrets(text).map((span) => ({ kind: "secret" as const, ...span })),
    ...findIbans(text).map((span) => ({ kind: "iban" as const, ...span })),
    ...findCards(text, runs).map((span) => ({ kind: "card" as const, ...span })),
    ...findEmails(text).map((span) => ({ kind: "e-mail" as const, ...span })),
    ...findNationalIds(text, runs).map((span) => ({ kind: "national id" as const, ...span })),
    ...findBirthDates(text).map((span) => ({ kind: "birth date" as const, ...span })),
    ...findPhones(text, runs).map((span) => ({ kind: "phone" as const, ...span })),
    ...findDiagnoses(text).map((span) => ({ kind: "diagnosis" as const, ...span })),
  ]);
}

/** Of two that overlap the one of the stronger kind stays; `spans` come by strength. */
function withoutOverlaps(spans: readonly PrivateSpan[]): PrivateSpan[] {
  const ranked = spans.map((span, rank) => ({ span, rank }));
  ranked.sort((a, b) => a.span.start - b.span.start || a.rank - b.rank);
  const kept: { span: PrivateSpan; rank: number }[] = [];
  for (const next of ranked) {
    let last = kept.at(-1);
    while (last !== undefined && last.span.end > next.span.start && last.rank > next.rank) {
      kept.pop();
      last = kept.at(-1);
    }
    if (last === undefined || last.span.end <= next.span.start) kept.push(next);
  }
  return kept.map(({ span }) => span);
}

/** True for a text with a password, a key or the number of a card in it. */
export function holdsSecret(text: string): boolean {
  return findPrivateData(text).some(({ kind }) => kind === "secret" || kind === "card");
}
