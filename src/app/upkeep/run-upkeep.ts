import { existsSync } from "node:fs";
import { join } from "node:path";
import { observe } from "../../diagnostics.ts";
import { openVaultLock } from "../../index/vault-lock.ts";
import { changeVaultFile, inStep } from "../../memory/change-and-note-file.ts";
import { offsetTime } from "../../memory/local-time.ts";
import { viewerOn } from "../../memory/people.ts";
import { stemsBy } from "../../memory/stems.ts";
import type { ProfileChange } from "../../upkeep/profiles.ts";
import { runUpkeep, type UpkeepRequest, type UpkeepRun } from "../../upkeep/run-upkeep.ts";
import { leavingBy, lostBy } from "../../upkeep/steps.ts";
import { placeOf, toTopicPath } from "../../vault/paths.ts";
import { markedOwner } from "../../vault/topic/secret-marks.ts";
import { isOwnerVisible, isScopeVisible, type Viewer } from "../../vault/topic/viewer.ts";
import type { LazyConversations } from "../conversation/lazy-conversations.ts";
import { syncRound } from "../syncing/sync-round.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import { consolidationPorts } from "./consolidation-ports.ts";

/** A run as a viewer may read it. */
export interface ShownRun extends Omit<UpkeepRun, "steps" | "profiles"> {
  /** With the words of their lines; without any where they are not for the viewer. */
  readonly profiles: readonly (Omit<ProfileChange, "file"> & { readonly file: string })[];
  readonly steps: readonly {
    readonly task: string;
    /** "" where it is not for the viewer to know. */
    readonly file: string;
    /** "" where it is struck instead. */
    readonly archive: string;
    /** "" where the line is not for the viewer to read. */
    readonly text: string;
    /** The id of the newer line, of one that is struck. */
    readonly by?: string;
    /** The new line that stands for it, where one does; "" where that is not for the viewer to read. */
    readonly summary?: string;
  }[];
}

/** Nothing is said of what is not the viewer's but that there is something. */
const othersAlone = {
  scope: "",
  reason:
    "Some memories of other people or agents were left alone: look as one of them (--person, --agent)",
};

function shownTo(viewer: Viewer, run: UpkeepRun): ShownRun {
  const scopeOf = (file: string): string => placeOf(toTopicPath(file)).scope;
  return {
    ...run,
    steps: run.steps.flatMap((step) =>
      lostBy(step).map((lost) => {
        const { task, file, text, words } = lost;
        const archive = lost.type === "strike" ? "" : lost.archive;
        const isInScope = isScopeVisible(viewer, scopeOf(file));
        const isShown = isInScope && isOwnerVisible(viewer, markedOwner([words]));
        const shown = (words: string): string => (isShown ? words : "");
        const summary = step.type === "summarize" ? { summary: shown(step.text) } : {};
        const by = lost.type === "strike" ? { by: shown(lost.by) } : {};
        const place = isInScope ? { file, archive } : { file: "", archive: "" };
        return { task, ...place, text: shown(text), ...by, ...summary };
      }),
    ),
    profiles: run.profiles.map((change) =>
      isScopeVisible(viewer, scopeOf(change.file)) ? change : { file: "", come: [], gone: [] },
    ),
    refused: run.refused.map(({ scope, ...refused }) =>
      isScopeVisible(viewer, scope)
        ? { ...refused, scope }
        : { task: refused.task, ...othersAlone },
    ),
  };
}

/** The greatest share of what a scope has learned that one run takes out of recall. */
const maxShare = 0.1;

/** One run of upkeep with what the settings say. Rejects as `runUpkeep` does, and with BUSY while another one goes on. */
export async function runNow(
  parts: OpenVault,
  services: LazyConversations,
  request: UpkeepRequest = {},
  viewer?: Viewer,
): Promise<ShownRun> {
  const { root, lociDir, settings, clock, committer, embeddings, now } = parts;
  const { isOtherOccasion } = await import("../../language/read/tells-event.ts");
  await parts.checkStillThere();
  const uses = services.isThere() ? (await services.open()).db.useDays.all() : new Map();
  const { lock, close } = openVaultLock(lociDir, { clock, name: "upkeep", waitMs: 2_000 });
  const consolidation = await consolidationPorts(
    parts,
    (request.only ?? "consolidate") === "consolidate",
  );
  const isInGit = settings.commit.enabled && existsSync(join(root, ".git"));
  try {
    const run = await runUpkeep(
      {
        root,
        lociDir,
        lock,
        stem: stemsBy(settings),
        settings: {
          dedup: settings.dedup,
          consolidate: settings.consolidate,
          prune: settings.prune,
          settle: settings.settle,
          profile: settings.profile,
          maxShare,
        },
        changeFile: changeVaultFile(inStep(parts)),
        commitAll: async () => {
          if (isInGit) await syncRound(parts, { local: true });
        },
        commit: () => committer.commit(),
        dedupe: {
          isOtherOccasion,
          modelVectorsOf:
            settings.embedding.provider === "offline"
              ? undefined
              : (title, texts) => embeddings.vectorsOf(title, texts),
        },
        consolidation: consolidation.ports,
        uses: () => uses,
        time: () => offsetTime(now(), settings.timezone),
      },
      request,
    );
    consolidation.keep();
    if (request.isDryRun !== true && run.steps.length + run.profiles.length > 0) {
      const countOf = (task: string): number =>
        run.steps.flatMap(leavingBy).filter((step) => step.task === task).length;
      const [count, summarized] = [countOf("prune"), countOf("consolidate")];
      if (count > 0) observe({ type: "pruned", strategy: settings.prune.strategy, count });
      if (summarized > 0) observe({ type: "summarized", count: summarized });
      await parts.freshness.refresh({ confirmRemovals: true });
    }
    return shownTo(viewerOn(parts, viewer), run);
  } finally {
    close();
  }
}
