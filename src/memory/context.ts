import type { DeviceClock } from "../device-clock.ts";
import type { IndexDb } from "../index/open-index.ts";
import type { Embeddings } from "../recall/embeddings.ts";
import type { SessionDb } from "../session/open-session-db.ts";
import type { Settings } from "../settings/schema.ts";
import type { Committer } from "../sync/background/committer.ts";
import type { History } from "../sync/history/open-history.ts";
import type { RoundOptions, SyncReport } from "../sync/round/sync-request.ts";
import type { Lock } from "../vault/lock.ts";
import type { Freshness } from "./freshness.ts";

/** An open vault, as the use cases of its memory need it; `src/app/` wires it. */
export interface MemoryContext {
  readonly root: string;
  /** This device's own folder in the vault, `.loci`. */
  readonly lociDir: string;
  readonly settings: Settings;
  readonly index: IndexDb;
  readonly freshness: Omit<Freshness, "close">;
  /** Opens the vault's history; close it after use. Throws LociError GIT_BLOCKED where none can be read. */
  openHistory(): Promise<History>;
  /** One round of sync. */
  round(options: RoundOptions): Promise<SyncReport>;
  readonly embeddings: Pick<Embeddings, "alike" | "ask" | "dropUnused">;
  /** The vault's one writer lock. */
  readonly lock: Lock;
  readonly committer: Pick<Committer, "isActive" | "note" | "commit" | "commitSoon">;
  /** Guards against writing into the empty folder of an unmounted vault. Throws LociError VAULT_VANISHED. */
  checkStillThere(): Promise<void>;
  /** Whether a file is the example's own, in a vault that is one: nobody else's memories go into it. */
  readonly isExamples: (path: string) => boolean;
  /** The machine's clock, for file times and waits; memories are dated by `now`. */
  readonly clock: DeviceClock;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Local time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly time: () => string;
  /** Shows the person one sentence. */
  readonly report: (sentence: string) => void;
}

/** The conversations that are kept on this device. */
export interface Conversations {
  readonly db: SessionDb;
  /** Waits for the session's turn under way; call what it returns when the turn is over. */
  beginTurn(session: string): Promise<() => void>;
}
