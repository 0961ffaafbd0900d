import { type Loci, openLoci } from "../app/loci.ts";
import type { Call } from "./command.ts";
import { findVault } from "./find-vault.ts";
import { showsProgress } from "./terminal.ts";

/** Opens the vault of a command line; reports go to standard error. */
export function openVault(
  call: Call,
  options: Pick<Parameters<typeof openLoci>[0], "toleratesBadSettings"> = {},
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

/** Opens the vault, runs `work` and closes the vault in any case. */
export async function withLoci<T>(
  call: Call,
  work: (loci: Loci) => Promise<T>,
  options: Parameters<typeof openVault>[1] = {},
): Promise<T> {
  const loci = await openVault(call, options);
  try {
    return await work(loci);
  } finally {
    await loci.close();
  }
}

/** Returns a callback that shows progress on a terminal once the work has taken a second. */
export function progressOn(
  call: Call,
  what = "Indexing",
  of = "files",
): (done: number, total: number) => void {
  if (!showsProgress(call)) return () => {};
  let startedAt: number | undefined;
  return (done, total) => {
    startedAt ??= call.now();
    const isShown = call.now() - startedAt > 1_000;
    if (isShown) call.stderr.write(`\r${what} ${done} of ${total} ${of}`);
    if (done < total) return;
    if (isShown) call.stderr.write("\n");
    startedAt = undefined;
  };
}
