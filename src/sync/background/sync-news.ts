import { LociError, messageOf } from "../../errors.ts";
import type { SyncReport } from "../round/sync-request.ts";

/** A folder of films is one piece of news. */
const maxReported = 5;

/**
 * Reports the outcome of background rounds to the person: a failure again only after a success in between, a file that
 * is held back only after it was not.
 */
export class SyncNews {
  private readonly report: (sentence: string) => void;
  private failure: string | undefined;
  private heldBack: ReadonlySet<string> = new Set();

  constructor(report: (sentence: string) => void) {
    this.report = report;
  }

  failed(error: unknown): void {
    const isOurs = error instanceof LociError;
    // The same trouble may be worded differently each time, such as with another number.
    const key = String((isOurs && error.data.reason) || messageOf(error));
    if (key !== this.failure)
      this.report(isOurs ? messageOf(error) : `Cannot sync: ${messageOf(error)}`);
    this.failure = key;
  }

  /** `isLocal`: the remote was not asked. */
  done({ heldBack }: Pick<SyncReport, "heldBack">, isLocal: boolean): void {
    if (this.failure !== undefined && !isLocal) {
      this.failure = undefined;
      this.report("Sync works again");
    }
    const lines = heldBack.map(
      ({ path, reason, isIncoming }) =>
        `${isIncoming === true ? "Not taken" : "Not committed"}: ${path}: ${reason}`,
    );
    const fresh = lines.filter((line) => !this.heldBack.has(line));
    const more = fresh.length - maxReported;
    for (const line of fresh.slice(0, maxReported)) this.report(line);
    if (more > 0)
      this.report(`Not committed: ${more} more; "loci sync --status --json" names them`);
    this.heldBack = new Set(lines);
  }
}
