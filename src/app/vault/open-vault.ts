import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DeviceClock } from "../../device-clock.ts";
import { LociError } from "../../errors.ts";
import { findGit } from "../../git/system-git.ts";
import { openIndex } from "../../index/open-index.ts";
import { ROWS_VERSION, type RowSettings } from "../../index/rows.ts";
import { TERMS_VERSION } from "../../index/terms.ts";
import { createVaultLock } from "../../index/vault-lock.ts";
import { createLetterScorer } from "../../language/detect/letter-scores.ts";
import { openFreshness } from "../../memory/freshness.ts";
import { localTime } from "../../memory/local-time.ts";
import { openEmbeddings } from "../../recall/embeddings.ts";
import type { Settings } from "../../settings/schema.ts";
import { openCommitter } from "../../sync/background/committer.ts";
import type { usualRhythm } from "../../sync/background/syncing.ts";
import type { RoundOptions, SyncReport } from "../../sync/round/sync-request.ts";
import { listFiles } from "../../vault/list-files.ts";
import { openDeviceFolder } from "./device-folder.ts";
import { devicePlace } from "./device-place.ts";
import { exampleFileTest } from "./example.ts";
import { loadSettings } from "./load-settings.ts";

/** How to open a vault. */
export interface OpenOptions {
  /** Absolute path of the vault. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
  readonly onProgress?: (done: number, total: number) => void;
  /** Other waits than the usual ones, for tests (ms). */
  readonly rhythm?: Partial<typeof usualRhythm>;
  /** Goes on with what an unusable `loci.yaml` said before, and says so: a sync may bring a fixed one. */
  readonly toleratesBadSettings?: boolean;
}

/** The open parts of a vault, as the operations on it need them; among them all that the use cases of its memory do. */
export type OpenVault = Awaited<ReturnType<typeof openVault>>;

/** Any folder of Markdown is a vault; one without any is most likely a slip of the pen. */
export function checkIsVault(root: string): void {
  if (["loci.yaml", ".loci"].some((name) => existsSync(join(root, name)))) return;
  if (listFiles(root).files.length > 0) return;
  const way = existsSync(join(root, ".git/logs/HEAD"))
    ? 'bring its files back with "git checkout HEAD -- ."'
    : `make it one with "loci init ${root}"`;
  throw new LociError(
    "NO_VAULT",
    `Cannot use "${root}" as a vault: it holds no loci.yaml and no Markdown file; ${way}`,
    { data: { root } },
  );
}

export async function openVault(options: OpenOptions) {
  const { root, env, now } = options;
  const report = withoutRepeats(options.report, now);
  checkIsVault(root);
  const lociDir = await openDeviceFolder(root);
  const settings = await loadSettings({ ...options, report });
  const rowSettings = rowSettingsOf(settings);
  // All that decides how the rows of an index look.
  const fingerprint = JSON.stringify([TERMS_VERSION, ROWS_VERSION, rowSettings]);
  const index = openIndex({ lociDir, fingerprint, report });
  const clock: DeviceClock = { now: () => Date.now(), elapsed: () => performance.now() };
  const base = {
    ...options,
    report,
    lociDir,
    clock,
    settings,
    index,
    lock: createVaultLock(lociDir, { clock }),
    commitLock: createVaultLock(lociDir, { clock, name: "commit" }),
    loadRedact,
    loadSecretTest,
  };
  const embeddings = await openEmbeddings(base);
  const committer = openCommitter(base);
  const freshness = openFreshness({ ...base, settings: rowSettings, embeddings });
  const letters = createLetterScorer();
  const vault = {
    ...base,
    device: devicePlace(root, env),
    embeddings,
    freshness,
    committer,
    /** Loaded when a text needs them. */
    letters,
    async openHistory() {
      const { openHistory } = await import("../../sync/history/open-history.ts");
      const { gitHome } = await import("../../git/config/git-config.ts");
      return openHistory(root, gitHome(env), () => findGit(env));
    },
    /** One round of sync, or a part of one. Rejects as `syncRound`. */
    async round(options: RoundOptions): Promise<SyncReport> {
      return (await import("./sync-round.ts")).syncRound(vault, options);
    },
    time: () => localTime(now(), settings.timezone),
    isExamples: exampleFileTest(settings.example),
    checkStillThere: () => checkStillThere(root, lociDir),
    /** Commits what waits, and closes the databases. */
    async close(): Promise<void> {
      await committer.close();
      letters.close();
      freshness.close();
      index.close();
    },
  };
  return vault;
}

function rowSettingsOf({ banks, defaultBank, languages, embedding }: Settings): RowSettings {
  const [language = "en"] = languages;
  return { banks, defaultBank, language, hashed: embedding.provider !== "offline" };
}

/** Nothing is written into the empty folder that an unmounted vault leaves behind. */
async function checkStillThere(root: string, lociDir: string): Promise<void> {
  if (existsSync(lociDir)) return;
  if (listFiles(root).files.length === 0) {
    throw new LociError(
      "VAULT_VANISHED",
      `Cannot write to the vault "${root}": its folder is empty now, and was not before; mount or restore it`,
      { data: { root } },
    );
  }
  await openDeviceFolder(root);
}

const loadRedact = async () => (await import("../../session/private-data/redact.ts")).redact;

/** Whether a line holds a key or a token. */
async function loadSecretTest(): Promise<(line: string) => boolean> {
  const { findKeys } = await import("../../session/private-data/find-secrets.ts");
  return (line) => findKeys(line).length > 0;
}

/** Reports the same sentence once in ten minutes. */
function withoutRepeats(report: (sentence: string) => void, now: () => number) {
  const reportedAt = new Map<string, number>();
  return (sentence: string): void => {
    if (now() - (reportedAt.get(sentence) ?? Number.NEGATIVE_INFINITY) < 600_000) return;
    reportedAt.set(sentence, now());
    report(sentence);
  };
}
