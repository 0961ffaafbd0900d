import type { SessionDb } from "../session/session.ts";
import { respectCheckouts } from "../sync/round/respect-checkouts.ts";
import { type ChangeFile, changedMeanwhile } from "../vault/change-file.ts";
import { placeOf, type TopicPath } from "../vault/paths.ts";
import { changeVaultFile } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { logChange } from "./log-change.ts";

/** Opens where steps are kept, until it is closed. */
export type OpenJournal = () => Pick<SessionDb, "undo" | "close">;

/** A change that somebody asked for. */
export interface Step {
  /** One word, for its id. */
  readonly kind: string;
  /** In words, for `undo`: "edited a memory". */
  readonly what: string;
  readonly op: ReturnType<Parameters<ChangeFile>[2]>[number]["op"];
  /** For the log: "edited", and "1 edited". */
  readonly summary: string;
  readonly logged: string;
}

/** Rewrites a file that is there as one step that can be taken back, logs it without its words, and has it committed soon. */
export async function changeAsStep<T>(
  context: MemoryContext,
  openJournal: OpenJournal,
  path: TopicPath,
  { kind, what, op, summary, logged }: Step,
  rewrite: (bytes: Uint8Array) => { readonly bytes: Uint8Array; readonly result: T },
): Promise<T> {
  await context.checkStillThere();
  await respectCheckouts(context);
  const db = openJournal();
  try {
    const step = `${kind}/${context.now()}/${process.pid}`;
    const change = changeVaultFile(context, { journal: db.undo, step, what, session: null });
    const result = await change(
      path,
      (bytes) => {
        if (bytes === null) throw changedMeanwhile(path);
        return rewrite(bytes);
      },
      () => [{ path, topic: placeOf(path).topic, op }],
    );
    await logChange(context, change, { path, summary, what: logged });
    context.committer.commitSoon();
    return result;
  } finally {
    db.close();
  }
}
