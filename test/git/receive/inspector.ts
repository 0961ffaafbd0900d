import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type PackLimits, packLimits } from "../../../src/git/packs/pack-limits.ts";
import type { CheckedPack } from "../../../src/git/receive/check-pack.ts";
import { inspectPack } from "../../../src/git/receive/inspect-pack.ts";
import { createRepo, type TestRepo } from "../../sync/repo.ts";

export const nowhere = "1".repeat(40);

/** Looks at packs as `checkPack` does, in this thread. */
export function useInspector(): {
  readonly repo: TestRepo;
  readonly file: string;
  inspect(pack: Buffer, wanted?: string, limits?: Partial<PackLimits>): Promise<CheckedPack>;
} {
  const repo = createRepo({ empty: true });
  const file = join(repo.root, "new.pack");
  return {
    repo,
    file,
    inspect(pack, wanted = nowhere, limits = {}) {
      writeFileSync(file, pack);
      const most = { ...packLimits, ...limits };
      const gitDir = join(repo.root, ".git");
      return inspectPack({ path: file, gitDir, wanted, shallow: new Set(), limits: most });
    },
  };
}
