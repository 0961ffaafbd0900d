import { withBefore, withoutBefore } from "../language/text/before-part.ts";
import { redactKeys } from "../session/private-data/redact.ts";
import { placeOf, type TopicPath } from "../vault/paths.ts";
import { formatImportance, readImportance } from "../vault/topic/entry.ts";
import type { Entry } from "../vault/topic/topic.ts";
import type { Place } from "./choose-places.ts";
import { type Dropped, isWritable, type Passed } from "./gates/gates.ts";
import type { StemText } from "./gates/same-fact.ts";
import { contentOf, hasWord } from "./gates/words.ts";
import type { Work } from "./make-plan.ts";
import type { PlannedWrite, PlanStep } from "./plan.ts";
import type { Decided } from "./reconcile.ts";

/** True for what becomes an entry whose file is not decided by an older one. */
export const needsPlace = ({ decision }: Decided): boolean =>
  decision.type === "new" || decision.type === "conflict";

interface Planning extends Work {
  /** Of those decided that `needsPlace`, in order. */
  readonly places: readonly Place[];
  /** Tells a text that says a secret of the conversation. */
  readonly isSecret: (text: string) => boolean;
}

/** What is to be done with each of what was decided. Pure. */
export function stepsOf(decided: readonly Decided[], planning: Planning): readonly PlanStep[] {
  const paths = planning.places.map(({ path }) => path);
  return decided.flatMap((one) =>
    stepsFor(one, needsPlace(one) ? paths.shift() : undefined, planning),
  );
}

function stepsFor(
  { passed, decision }: Decided,
  path: TopicPath | undefined,
  planning: Planning,
): PlanStep[] {
  const write = path === undefined ? [] : [toWrite(passed, path, null, planning)];
  if (decision.type === "new") return write;
  const { file, entry } = decision.of;
  const { id, text, fields } = entry;
  const open = fields.sensitivity === "secret" ? "…" : text; // A log names none.
  if (decision.type === "known") return [{ type: "known", text: open, file }];
  if (decision.type === "update") {
    const whole = completeUpdate(passed, entry, planning.ports.stems);
    return [toWrite(whole, file, { id, text }, planning)];
  }
  if (decision.type === "conflict")
    return [...write, { type: "kept", text: open, reason: "protected" }];
  const { text: said, sensitivity } = passed.conclusion;
  const reason = "not saved, what is known is newer";
  return [{ type: "kept", text: sensitivity === "secret" ? "…" : planning.redact(said), reason }];
}

/**
 * What takes the place of an entry says no less: where words of the old line are in neither the new one nor what was
 * said, and no key says that only the value changed, that line follows as what was before. Its key, importance and
 * secrecy stay.
 */
function completeUpdate(passed: Passed, { text, fields }: Entry, stem: StemText): Passed {
  const { conclusion, language, said } = passed;
  const { key = "", importance, sensitivity } = fields;
  const older = withoutBefore(text);
  const wording = { stem, language, speaker: null };
  const has = hasWord([conclusion.text, ...said].join("\n"), wording);
  const isWhole = key !== "" || contentOf(older, wording).every(has);
  const whole = isWhole ? conclusion.text : withBefore(conclusion.text, older, language);
  return {
    ...passed,
    conclusion: {
      ...conclusion,
      text: isWritable(whole) ? whole : conclusion.text, // The struck line has it still.
      key: conclusion.key || key,
      importance: Math.max(conclusion.importance, readImportance(importance) ?? 0),
      sensitivity: sensitivity === "secret" ? sensitivity : conclusion.sensitivity,
    },
  };
}

function toWrite(
  passed: Passed,
  path: TopicPath,
  replaces: PlannedWrite["replaces"],
  { ports: { settings }, session, messages, redact, isSecret: says }: Planning,
): PlannedWrite {
  const { conclusion, sources, said } = passed;
  const source = sources.at(-1);
  const agent = messages.find(({ id }) => id === source?.id)?.agent ?? session.agent;
  const { bank, importance, key, kind, sensitivity } = conclusion;
  const isShared = placeOf(path).scope === "";
  const text = redact(conclusion.text);
  // The log names nothing secret: its own line says where it was learned.
  const isSecret = sensitivity === "secret" || redactKeys(text) !== text;
  const open = said.filter((sentence) => !says(sentence)).join(" … ");
  // Nothing in it is Markdown, HTML or the end of the quotation.
  const quote = redact(open)
    .replace(/["“”]/g, "'")
    .replace(/[<>`[\]\\|]/g, " ");
  return {
    type: "write",
    text,
    file: path,
    date: source?.date ?? "",
    fields: {
      bank,
      ...(importance > 0 ? { importance: formatImportance(importance) } : {}),
      ...(key === "" ? {} : { key }),
      ...(agent === settings.agent ? {} : { agent }),
      ...(isShared && session.person !== null ? { person: session.person } : {}),
      ...(isSecret ? { source: session.id, sensitivity: "secret" } : {}),
    },
    tags: kind === "preference" ? ["preference"] : [],
    replaces,
    said: settings.digest.quotes && !isSecret ? oneLine(quote, 240) : "",
  };
}

/**
 * Each proposal that is not stored, with its reason, that the person can say it again. The words are left out where
 * they are not to be written down: beside a secret, or what the person had removed.
 */
export const leftOut = (
  dropped: readonly Dropped[],
  hasSecret: boolean,
  redact: (text: string) => string,
): readonly PlanStep[] =>
  dropped.map(({ conclusion, reason }) => {
    const isUnwritten = hasSecret || reason === "taken back" || reason === "forgotten since";
    const text = isUnwritten ? "…" : oneLine(redact(conclusion.text), 240);
    return { type: "kept", text, reason: `not saved, ${reason}` };
  });

export function oneLine(text: string, most: number): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, " ").trim();
  const head = line.slice(0, most - 1).toWellFormed();
  return line.length <= most ? line : `${head.trimEnd()}…`;
}
