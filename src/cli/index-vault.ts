import type { Call, CommandLine } from "./command.ts";
import { withLoci } from "./open-vault.ts";

/** `loci index`: updates the index, or rebuilds it. */
export function define(command: CommandLine): void {
  command
    .description("Brings the search index up to date; other commands do that by themselves.")
    .option("--rebuild", "throw the index away and make it again (embeddings are kept)")
    .option("--confirm-removals", "believe that all files are gone")
    .examples("loci index", "loci index --rebuild")
    .runs(indexVault);
}

async function indexVault(call: Call): Promise<number> {
  return withLoci(call, async ({ vault: { index, freshness, embeddings } }) => {
    const startedAt = call.now();
    const rebuild = call.flags.rebuild === true;
    if (rebuild) index.drop();
    const done = await freshness.refresh({ confirmRemovals: call.flags.confirmRemovals === true });
    const { embedded, left, failure } = await embeddings.catchUp({ all: true, verify: rebuild });
    const ms = Math.round(call.now() - startedAt);
    const { files } = done;
    const [indexed, removed] = [done.indexed, done.removed].map(
      (paths) => paths.filter((path) => !path.startsWith("log/")).length,
    );
    if (call.json) call.printJson({ files, indexed, removed, embedded, left, ms });
    else {
      const seconds = (ms / 1000).toFixed(1);
      call.print(`${files} files: ${indexed} read, ${removed} removed, in ${seconds} s`);
    }
    return failure === undefined ? 0 : 1;
  });
}
