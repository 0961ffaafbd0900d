import { type Loci, openLoci } from "../app.ts";
import { sayWeakened, type Weakened } from "../weakened-settings.ts";
import type { Call } from "./command.ts";
import { findVault } from "./find-vault.ts";
import { askYesNo, isTerminal, showsProgress } from "./terminal.ts";

/** Opens the vault of a command line; reports go to standard error. Asks first if loci.yaml has become less private. */
export async function openVault(
  call: Call,
  options: Pick<Parameters<typeof openLoci>[0], "bearsBadSettings"> = {},
): Promise<Loci> {
  let waits: { readonly weakened: readonly Weakened[]; readonly isAsked: boolean } | undefined;
  const open = (): Promise<Loci> =>
    openLoci({
      root: findVault(call),
      env: call.env,
      now: call.now,
      report: call.note,
      onProgress: progressOn(call),
      onWeakened(weakened, isAsked) {
        waits = { weakened, isAsked };
      },
      ...options,
    });
  const loci = await open();
  if (waits === undefined) return loci;
  const { weakened, isAsked } = waits;
  if (!showsProgress(call) || !isTerminal(call.stdin) || call.json)
    call.note(sayWeakened(weakened));
  else if (!isAsked && (await askForPrivacy(call, loci.root, weakened))) {
    await loci.close();
    return open();
  }
  return loci;
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

/** Asks whether to accept settings that are less private. The answer is stored until loci.yaml changes again. */
async function askForPrivacy(
  call: Call,
  root: string,
  weakened: readonly Weakened[],
): Promise<boolean> {
  const [{ privacyOf }, { acceptPrivacy, declinePrivacy }] = await Promise.all([
    import("../config.ts"),
    import("../privacy-record.ts"),
  ]);
  call.note(sayWeakened(weakened));
  const isYes = await askYesNo(call, "Take it over? [y/N] ", call.stderr);
  (isYes ? acceptPrivacy : declinePrivacy)(root, privacyOf(root));
  return isYes;
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
