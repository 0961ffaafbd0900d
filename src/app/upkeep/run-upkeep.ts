import { observe } from "../../diagnostics.ts";
import { openVaultLock } from "../../index/vault-lock.ts";
import { isOtherOccasion } from "../../language/read/tells-event.ts";
import { changeVaultFile, inStep } from "../../memory/change-and-note-file.ts";
import { offsetTime } from "../../memory/local-time.ts";
import { viewerOn } from "../../memory/people.ts";
import { stemsBy } from "../../memory/stems.ts";
import {
  runUpkeep,
  type UpkeepPorts,
  type UpkeepRequest,
  type UpkeepRun,
} from "../../upkeep/run-upkeep.ts";
import { leavingBy, lostBy } from "../../upkeep/steps.ts";
import { placeOf, toTopicPath } from "../../vault/paths.ts";
import { markedOwner } from "../../vault/topic/secret-marks.ts";
import { isOwnerVisible, isScopeVisible, type Viewer } from "../../vault/topic/viewer.ts";
import type { LazyConversations } from "../conversation/lazy-conversations.ts";
import { syncRound } from "../syncing/sync-round.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import { consolidationPorts } from "./consolidation-ports.ts";

/** A run as a viewer may read it: without the steps and profiles that are not theirs, which are counted. */
export interface ShownRun extends UpkeepRun {
  readonly hidden: number;
  /** Lines that left their file for the archive, and lines that were struck, whoever may read them. */
  readonly archived: number;
  readonly struck: number;
}

/** Nothing is said of what is not the viewer's but that there is something. */
const othersAlone =
  "Some memories of other people or agents were left alone: look as one of them (--person, --agent)";

function shownTo(viewer: Viewer, run: UpkeepRun): ShownRun {
  const mayKnow = (file: string): boolean =>
    isScopeVisible(viewer, placeOf(toTopicPath(file)).scope);
  const steps = run.steps.filter((step) =>
    lostBy(step).every(
      ({ file, words }) => mayKnow(file) && isOwnerVisible(viewer, markedOwner([words])),
    ),
  );
  const profiles = run.profiles.filter(({ file }) => mayKnow(file));
  const all = run.steps.length + run.profiles.length;
  return {
    steps,
    profiles,
    hidden: all - steps.length - profiles.length,
    archived: run.steps.flatMap(leavingBy).length,
    struck: run.steps.filter(({ type }) => type === "strike").length,
    dropped: run.dropped,
    refused: run.refused.map((refused) =>
      isScopeVisible(viewer, refused.scope)
        ? refused
        : { task: refused.task, scope: "", reason: othersAlone },
    ),
  };
}

/** The greatest share of what a scope has learned that one run takes out of recall. */
const maxShare = 0.1;

/** One run of upkeep with what the settings say. Rejects as `runUpkeep` does, and with BUSY while another one goes on. */
export async function runNow(
  vault: OpenVault,
  conversations: LazyConversations,
  request: UpkeepRequest = {},
  viewer?: Viewer,
): Promise<ShownRun> {
  const { root, lociDir, clock, settings, committer, embeddings } = vault;
  await vault.checkStillThere();
  const uses = conversations.isThere()
    ? (await conversations.open()).db.sessions.lastUses()
    : new Map();
  const isOffline = settings.embedding.provider === "offline";
  const consolidation = consolidationPorts(vault);
  const { lock, close } = openVaultLock(lociDir, { clock, name: "upkeep", waitMs: 2_000 });
  const ports: UpkeepPorts = {
    root,
    lociDir,
    lock,
    stem: stemsBy(settings),
    settings: { ...settings, maxShare },
    changeFile: changeVaultFile(inStep(vault)),
    commitAll: async () => {
      if (committer.isActive) await syncRound(vault, { local: true });
    },
    commit: committer.commit,
    dedupe: { isOtherOccasion, modelVectorsOf: isOffline ? undefined : embeddings.vectorsOf },
    consolidation: consolidation.ports,
    uses: () => uses,
    time: () => offsetTime(vault.now(), settings.timezone),
  };
  try {
    const run = await runUpkeep(ports, request);
    consolidation.keep();
    if (request.isDryRun !== true && run.steps.length + run.profiles.length > 0) {
      count(run, settings.prune.strategy);
      await vault.freshness.refresh({ confirmRemovals: true });
    }
    return shownTo(viewerOn(vault, viewer), run);
  } finally {
    close();
  }
}

function count(run: UpkeepRun, strategy: string): void {
  const gone = Map.groupBy(run.steps.flatMap(leavingBy), ({ task }) => task);
  const [pruned, summarized] = [gone.get("prune"), gone.get("consolidate")];
  if (pruned) observe({ type: "pruned", strategy, count: pruned.length });
  if (summarized) observe({ type: "summarized", count: summarized.length });
}
