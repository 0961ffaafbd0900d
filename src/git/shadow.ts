import { promises } from "node:fs";
import { join } from "node:path";
import { disk, draftPath, listFolder } from "./disk.ts";
import { isWhole } from "./object-format.ts";

/** Works in a repository of its own, without objects, which goes afterwards; `refs` are `refs/loci/<name>` in it. */
export async function withShadow<T>(
  gitDir: string,
  refs: ReadonlyMap<string, string> = new Map(),
  work: (shadow: string) => Promise<T>,
): Promise<T> {
  const shadow = draftPath(gitDir); // Below the repository: a person's `includeIf.gitdir` asks where it is.
  const write = (name: string, text: string) => promises.writeFile(join(shadow, name), text);
  try {
    await disk.mkdir(join(shadow, "refs", "loci"), 0o700);
    await disk.mkdir(packFolder(shadow));
    await write("HEAD", "ref: refs/heads/none\n");
    await write("config", config);
    for (const [name, oid] of refs) await write(join("refs", "loci", name), `${oid}\n`);
    return await work(shadow);
  } finally {
    await promises.rm(shadow, { recursive: true, force: true });
  }
}

/** isomorphic-git refuses to fetch without a refspec; git is given its own. */
const config = `[core]
	repositoryformatversion = 0
	bare = true
[remote "sync"]
	fetch = +refs/heads/*:refs/remotes/sync/*
`;

/** Where a repository has its packs. */
export const packFolder = (gitDir: string): string => join(gitDir, "objects", "pack");

/** Moves packs that are checked and flushed into the vault. */
export async function keepPacks(shadow: string, gitDir: string): Promise<void> {
  const from = packFolder(shadow);
  const to = packFolder(gitDir);
  const names = (await listFolder(from)).map(({ name }) => name);
  if (names.length === 0) return;
  await disk.mkdir(to);
  for (const name of names.sort()) // Each `.idx` before its `.pack`, which nobody would find by itself, nor purge.
    await disk.rename(join(from, name), join(to, name));
  await disk.flushFolder(to);
}

/** The disk as isomorphic-git works on it in a shadow: a pack that is not whole is refused, all is flushed. */
export const shadowFs = {
  promises: {
    ...promises,
    /** It asks whether a commit that the remote is told of is there, and else fetches the whole history. */
    stat: async () => ({ isDirectory: () => true }),
    /** Leaves out an index whose pack a killed process deleted: the library would read no other after it. */
    async readdir(folder: string): Promise<string[]> {
      const names = await promises.readdir(folder);
      return names.filter(
        (name) => !name.endsWith(".idx") || names.includes(name.replace(/idx$/, "pack")),
      );
    },
    async writeFile(path: string, bytes: Uint8Array): Promise<void> {
      if (path.endsWith(".pack") && !isWhole(bytes))
        throw new SyntaxError("Cannot store what was fetched: it is damaged");
      await promises.writeFile(path, bytes, { flush: true });
    },
  },
};
