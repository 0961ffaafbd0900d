import { LociError } from "../../errors.ts";
import { openVaultLock } from "../../index/vault-lock.ts";
import { tellsEvent } from "../../language/read/tells-event.ts";
import { changeVaultFile } from "../../memory/change-and-note-file.ts";
import { offsetTime } from "../../memory/local-time.ts";
import { logChange } from "../../memory/log-change.ts";
import { viewerOn } from "../../memory/people.ts";
import { stemsBy } from "../../memory/stems.ts";
import { respectCheckouts } from "../../sync/round/respect-checkouts.ts";
import { applyPlan } from "../../upkeep/apply-plan.ts";
import type { Place } from "../../upkeep/dedupe.ts";
import { keepBoth, lookForProposals, type Proposal } from "../../upkeep/proposals.ts";
import { readVaultState } from "../../upkeep/vault-state.ts";
import { type ChangeFile, changedMeanwhile } from "../../vault/change-file.ts";
import { maxFileBytes } from "../../vault/list-files.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { placeOf, resolveInVault, type TopicPath } from "../../vault/paths.ts";
import { readOwn } from "../../vault/read-settled.ts";
import { strikeEntry } from "../../vault/supersede-entry.ts";
import { isOwnerVisible, isScopeVisible, type Viewer } from "../../vault/viewer.ts";
import type { OpenVault } from "../open-vault.ts";
import { openUndoJournal } from "../session-db.ts";

interface Line {
  readonly id: string;
  readonly text: string;
  readonly file: string;
  readonly line: number;
  readonly date: string | null;
}

/** A proposal as a viewer reads it. */
export interface Waiting extends Pick<Proposal, "id" | "kind" | "score" | "why"> {
  readonly stays: Line;
  readonly goes: Line;
}

/** What became of one. */
export interface Answered extends Waiting {
  /** The line that goes is in the archive, or struck; or both stay, and are not proposed again. */
  readonly status: "archived" | "struck" | "kept";
}

/** What waits for a yes or a no, worked out again from the files. */
export async function listInbox(
  parts: OpenVault,
  viewer: Viewer = {},
): Promise<readonly Waiting[]> {
  return (await proposalsFor(parts, viewer)).map(shown);
}

/**
 * Answers a proposal; a step that `loci undo` takes back. Throws LociError NOT_FOUND where there is none of this id: also
 * once one of its lines has changed.
 */
export async function answerProposal(
  parts: OpenVault,
  { id, isYes }: { readonly id: string; readonly isYes: boolean },
  viewer: Viewer = {},
): Promise<Answered> {
  await parts.checkStillThere();
  await respectCheckouts(parts);
  const { lociDir, clock, committer } = parts;
  // Not while upkeep moves lines.
  const { lock, close } = openVaultLock(lociDir, { clock, name: "upkeep", waitMs: 2_000 });
  try {
    return await lock(async () => {
      const found = (await proposalsFor(parts, viewer)).find((one) => one.id === id);
      if (found === undefined) {
        throw new LociError(
          "NOT_FOUND",
          `Cannot answer "${id}": no such proposal waits, or one of its lines has changed; "loci inbox" lists those that wait`,
          { data: { id } },
        );
      }
      const status = await carryOut(parts, found, isYes);
      committer.commitSoon();
      return { status, ...shown(found) };
    });
  } finally {
    close();
  }
}

async function proposalsFor(parts: OpenVault, viewer: Viewer): Promise<readonly Proposal[]> {
  await parts.freshness.ensureFresh();
  const who = viewerOn(parts, viewer);
  const cosine = parts.embeddings.entryCosine();
  const addressOf = ({ file, entry }: Place) => ({ file: file.path, id: entry.id });
  const today = parts.time().slice(0, 10);
  return lookForProposals(readVaultState(parts.root, { today, uses: new Map() }), {
    ...{ settings: parts.settings.dedup, stem: stemsBy(parts.settings), tellsEvent },
    cosine: (one, other) => cosine(addressOf(one), addressOf(other)),
    isShown: ({ file, entry }) =>
      isScopeVisible(who, file.scope) && isOwnerVisible(who, entry.owner),
  });
}

async function carryOut(
  parts: OpenVault,
  proposal: Proposal,
  isYes: boolean,
): Promise<Answered["status"]> {
  const { step, goes, stays } = proposal;
  const db = openUndoJournal(parts);
  try {
    const what = "answered a proposal of the inbox";
    const undoable = { step: `inbox/${parts.now()}/${process.pid}`, what, session: null };
    const change = byPerson(changeVaultFile(parts, { journal: db.undo, ...undoable }));
    if (isYes && step !== undefined) {
      const time = offsetTime(parts.now(), parts.settings.timezone);
      const plan = { version: 1 as const, time, steps: [step] };
      const read = (path: TopicPath) => readOwn(resolveInVault(parts.root, path), maxFileBytes);
      const { done } = await applyPlan(change, plan, read);
      if (done.length === 0) throw changedMeanwhile(goes.file.path);
      return "archived";
    }
    const path = goes.file.path;
    await change(
      path,
      (bytes) => {
        const there =
          bytes && parseTopic(path, bytes).entries.find(({ id }) => id === goes.entry.id);
        if (bytes === null || there?.text !== goes.entry.text) throw changedMeanwhile(path);
        const next = isYes
          ? strikeEntry(bytes, goes.entry.id, stays.entry.id)
          : keepBoth(bytes, goes.entry, stays.entry);
        return { bytes: next, result: null };
      },
      () => [{ path, topic: placeOf(path).topic, op: isYes ? "replaced" : "derived" }],
    );
    const summary = "answered in the inbox";
    await logChange(parts, change, { path, summary, what: isYes ? "1 struck" : "1 kept" });
    return isYes ? "struck" : "kept";
  } finally {
    db.close();
  }
}

/** Noted as what a person did: `loci undo --upkeep` looks for what a run of upkeep did. */
const byPerson =
  (change: ChangeFile): ChangeFile =>
  (path, edit, notesOf) =>
    change(path, edit, (bytes) => notesOf(bytes).map(({ agent: _, ...note }) => note));

function shown({ id, kind, score, why, stays, goes }: Proposal): Waiting {
  return { id, kind, score, why, stays: lineOf(stays), goes: lineOf(goes) };
}

const lineOf = ({ file, entry: { id, text, line, date } }: Place): Line => ({
  ...{ id, text, line, file: file.path, date: date ?? null },
});
