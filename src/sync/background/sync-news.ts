import { LociError, messageOf } from "../../errors.ts";
import type { SyncReport } from "../round/sync-request.ts";

/** Reports the outcome of background rounds to the person, each thing once. */
export interface SyncNews {
  failed(error: unknown): void;
  /** `isLocal`: the remote was not asked. */
  done(report: SyncReport, isLocal: boolean): void;
}

/** A folder of films is one piece of news. */
const maxReported = 5;

/** A failure is reported again only after a success in between, a file that is held back only after it was not. */
export function createSyncNews(report: (sentence: string) => void): SyncNews {
  let failure: string | undefined;
  let heldBack = new Set<string>();
  return {
    failed(error) {
      const key = keyOf(error);
      if (key === failure) return;
      failure = key;
      report(sentenceOf(error));
    },
    done(done, isLocal) {
      if (failure !== undefined && !isLocal) {
        failure = undefined;
        report("Sync works again");
      }
      const held = new Set(done.heldBack.map(toLine));
      const fresh = [...held].filter((line) => !heldBack.has(line));
      for (const line of fresh.slice(0, maxReported)) report(line);
      const more = fresh.length - maxReported;
      if (more > 0) report(`Not committed: ${more} more; "loci sync --status --json" names them`);
      heldBack = held;
    },
  };
}

const toLine = ({ path, reason, isIncoming }: SyncReport["heldBack"][number]): string =>
  `${isIncoming === true ? "Not taken" : "Not committed"}: ${path}: ${reason}`;

/** The same trouble may be worded differently each time, such as with another number. */
function keyOf(error: unknown): string {
  const reason = error instanceof LociError ? error.data.reason : undefined;
  return typeof reason === "string" ? reason : messageOf(error);
}

const sentenceOf = (error: unknown): string =>
  error instanceof LociError ? error.message : `Cannot sync: ${messageOf(error)}`;
