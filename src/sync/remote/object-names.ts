import { join } from "node:path";
import { listNames, type PackNames, readPackNames } from "./pack-names.ts";

/** Which objects a repository has, as of when it was first asked. */
export interface ObjectNames {
  has(oid: string): Promise<boolean>;
}

/** Looks up names without reading objects: a folder or an index is read once. */
export function openObjectNames(gitDir: string): ObjectNames {
  const looseByFolder = new Map<string, Promise<ReadonlySet<string>>>();
  let packs: Promise<readonly PackNames[]> | undefined;
  const looseIn = async (folder: string): Promise<ReadonlySet<string>> =>
    new Set(await listNames(join(gitDir, "objects", folder)));
  return {
    async has(oid) {
      const folder = oid.slice(0, 2);
      const loose = looseByFolder.get(folder) ?? looseIn(folder);
      looseByFolder.set(folder, loose);
      if ((await loose).has(oid.slice(2))) return true;
      packs ??= readPackNames(gitDir);
      return (await packs).some((pack) => pack.has(oid));
    },
  };
}
