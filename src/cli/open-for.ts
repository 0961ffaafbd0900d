import { type Loci, openLoci } from "../app.ts";
import type { Call } from "./command.ts";
import { findVault } from "./find-vault.ts";

/** Opens the vault that a command line names; what Loci has to say goes to standard error. */
export function openFor(
  call: Call,
  options: Pick<Parameters<typeof openLoci>[0], "bearsBadSettings"> = {},
): Promise<Loci> {
  return openLoci({
    root: findVault(call),
    env: call.env,
    now: call.now,
    report: call.note,
    onProgress: progressOn(call),
    ...options,
  });
}

/** Shows progress of long work on a terminal, once it has taken more than a second. */
function progressOn(call: Call): (done: number, total: number) => void {
  if (call.stderr.isTTY !== true || call.flags.quiet === true) return () => {};
  let startedAt: number | undefined;
  return (done, total) => {
    startedAt ??= call.now();
    const isShown = call.now() - startedAt > 1_000;
    if (isShown) call.stderr.write(`\rIndexing ${done} of ${total} files`);
    if (done < total) return;
    if (isShown) call.stderr.write("\n");
    startedAt = undefined;
  };
}
