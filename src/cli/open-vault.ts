import { type Loci, openLoci } from "../app.ts";
import { sayWeakened, type Weakened } from "../weakened-settings.ts";
import type { Call } from "./command.ts";
import { findVault } from "./find-vault.ts";

/** Opens the vault that a command line names; what Loci has to say goes to standard error. */
export async function openFor(
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
  if (!isTerminal(call)) call.note(sayWeakened(weakened));
  else if (!isAsked && (await askForPrivacy(call, loci.root, weakened))) {
    await loci.close();
    return open();
  }
  return loci;
}

/** Opens it for one piece of work, and closes it whatever comes of that. */
export async function withLoci<T>(
  call: Call,
  work: (loci: Loci) => Promise<T>,
  options: Parameters<typeof openFor>[1] = {},
): Promise<T> {
  const loci = await openFor(call, options);
  try {
    return await work(loci);
  } finally {
    await loci.close();
  }
}

const isTerminal = ({ stdin, stderr, flags, json }: Call): boolean =>
  "isTTY" in stdin &&
  stdin.isTTY === true &&
  stderr.isTTY === true &&
  flags.quiet !== true &&
  !json;

/** Asks once; another answer than yes is remembered until the file says something else. */
async function askForPrivacy(
  call: Call,
  root: string,
  weakened: readonly Weakened[],
): Promise<boolean> {
  const [{ privacyOf }, { acceptPrivacy, declinePrivacy }, { createInterface }] = await Promise.all(
    [import("../config.ts"), import("../privacy-record.ts"), import("node:readline/promises")],
  );
  call.note(sayWeakened(weakened));
  const line = createInterface({ input: call.stdin, output: call.stderr });
  try {
    const isYes = /^\s*y(?:es)?\s*$/i.test(await line.question("Take it over? [y/N] "));
    (isYes ? acceptPrivacy : declinePrivacy)(root, privacyOf(root));
    return isYes;
  } finally {
    line.close();
  }
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
