import type { Command } from "./command.ts";
import { openFor } from "./open-for.ts";

/** `loci index`: brings the index up to date, or makes it anew. */
export const indexVault: Command = {
  usage: "index [flags]",
  summary:
    "Brings the search index up to date with the files (other commands do this by themselves).",
  flags: {
    rebuild: {
      type: "boolean",
      help: "throw the index away and make it anew (embeddings are kept)",
    },
    "confirm-removals": { type: "boolean", help: "believe that all files are gone" },
  },
  examples: ["loci index", "loci index --rebuild"],
  async run(call) {
    const loci = await openFor(call);
    try {
      const startedAt = call.now();
      if (call.flags.rebuild === true) loci.dropIndex();
      const done = await loci.refresh({ confirmRemovals: call.flags["confirm-removals"] === true });
      const embedded = await loci.embedAll();
      const ms = Math.round(call.now() - startedAt);
      const figures = {
        files: done.files,
        indexed: done.indexed.length,
        removed: done.removed.length,
      };
      if (call.json) call.printJson({ ...figures, embedded, ms });
      else {
        call.print(
          `${figures.files} files: ${figures.indexed} read, ${figures.removed} removed, in ${(ms / 1000).toFixed(1)} s`,
        );
      }
      return 0;
    } finally {
      await loci.close();
    }
  },
};
