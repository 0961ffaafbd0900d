import type { Command } from "./command.ts";
import { withLoci } from "./open-vault.ts";

/** `loci index`: updates the index, or rebuilds it. */
export const indexVault: Command = {
  usage: "index [flags]",
  summary:
    "Brings the search index up to date with the files (other commands do this by themselves).",
  flags: {
    rebuild: {
      type: "boolean",
      help: "throw the index away and make it again (embeddings are kept)",
    },
    "confirm-removals": { type: "boolean", help: "believe that all files are gone" },
  },
  examples: ["loci index", "loci index --rebuild"],
  async run(call) {
    return withLoci(call, async (loci) => {
      const startedAt = call.now();
      const rebuild = call.flags.rebuild === true;
      if (rebuild) loci.index.drop();
      const done = await loci.index.refresh({
        confirmRemovals: call.flags["confirm-removals"] === true,
      });
      const { embedded, left, failure } = await loci.index.embedAll({ verify: rebuild });
      const ms = Math.round(call.now() - startedAt);
      const { files } = done;
      const isListed = (path: string): boolean => !path.startsWith("log/");
      const indexed = done.indexed.filter(isListed).length;
      const removed = done.removed.filter(isListed).length;
      if (call.json) call.printJson({ files, indexed, removed, embedded, left, ms });
      else
        call.print(
          `${files} files: ${indexed} read, ${removed} removed, in ${(ms / 1000).toFixed(1)} s`,
        );
      return failure === undefined ? 0 : 1;
    });
  },
};
