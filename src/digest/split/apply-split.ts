import {
  type ChangeNote,
  changeFile,
  unlessChanged,
  type WritableVault,
} from "../../vault/change-file.ts";
import { addedLines, countLines, toLines } from "../../vault/merge-lines.ts";
import { placeOf, resolveInVault, type TopicPath } from "../../vault/paths.ts";
import { readSettled } from "../../vault/read-settled.ts";
import { removeFile } from "../../vault/remove-file.ts";
import { sha256Hex } from "../../vault/sha256.ts";
import type { SplitPlan } from "./split-plan.ts";

interface Versions {
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** What carrying out needs; the vault's lock is held already, and `vault.lock` is `unlocked`. */
export interface ApplyPorts {
  readonly vault: WritableVault;
  /** Notes for the next commit that files are about to be written, then what they were and are: a step is one commit. */
  readonly note: (
    step: string,
    records: readonly (ChangeNote & { readonly versions?: Versions })[],
  ) => Promise<void>;
  /** Makes a file as it was before; what others wrote into it since stays. */
  readonly putBack: (
    vault: WritableVault,
    versions: Versions & { readonly path: TopicPath },
  ) => Promise<void>;
}

/**
 * Carries out a plan that is kept on disk. First the new files, then the old one gives its entries up: a crash in
 * between leaves an entry in two files and never in none, and the next start comes here again. False where a file was
 * changed meanwhile: then the new ones are taken back.
 */
export async function applySplit(ports: ApplyPorts, plan: SplitPlan): Promise<boolean> {
  const { vault, note, putBack } = ports;
  const { path: old, before } = plan;
  const step = `split-${sha256Hex(Buffer.concat([Buffer.from(old), before])).slice(0, 16)}`;
  const made = plan.files.filter(({ path }) => path !== old);
  const rest = plan.files.find(({ path }) => path === old)?.bytes ?? null;
  const versions = [
    ...made.map(({ path, bytes }) => ({ path, before: null, after: bytes })),
    { path: old, before, after: rest },
  ];
  const noteOf = (path: TopicPath, op: ChangeNote["op"]) => ({
    path,
    topic: placeOf(path).topic,
    op,
  });
  await note(
    step,
    versions.map(({ path }) => noteOf(path, path === old ? "derived" : "created")),
  );
  const isDone = await carryOut(vault, plan, made, rest);
  if (!isDone) {
    for (const one of versions.slice(0, -1)) await putBack(vault, one);
    return false;
  }
  await note(
    step,
    versions.map((one) => ({ ...noteOf(one.path, "derived"), versions: one })),
  );
  return true;
}

/** False where a file is not what the plan goes by. */
async function carryOut(
  vault: WritableVault,
  { path, before }: SplitPlan,
  made: SplitPlan["files"],
  rest: Uint8Array | null,
): Promise<boolean> {
  const old = await readSettled(resolveInVault(vault.root, path), vault.clock);
  if (!isSame(old, before)) return isCut(old, before, made);
  for (const file of made) {
    if (!(await replace({ ...vault, path: file.path }, null, file.bytes))) return false;
  }
  if (rest !== null) return replace({ ...vault, path }, before, rest);
  return (await removeFile({ ...vault, path }, before)) !== "changed";
}

/** True when the file now holds the planned bytes. */
const replace = (
  target: Parameters<typeof changeFile>[0],
  before: Uint8Array | null,
  after: Uint8Array,
): Promise<boolean> =>
  unlessChanged(() =>
    changeFile(target, (bytes) => {
      const isWanted = before === null ? bytes === null : isSame(bytes, before);
      return isWanted
        ? { bytes: after, added: addedLines(before, after), result: true }
        : { bytes, result: isSame(bytes, after) };
    }),
  );

/**
 * True when the old file has given its entries up before a crash: it does so last of all, and what is there now was
 * written since. A file that has half of what moved was changed before its turn came.
 */
function isCut(old: Uint8Array | null, before: Uint8Array, made: SplitPlan["files"]): boolean {
  if (old === null) return true;
  const [had, has] = [before, old].map((bytes) => countLines(toLines(bytes)));
  const moved = made.flatMap(({ bytes }) => toLines(bytes).filter((line) => had?.has(line)));
  return moved.filter((line) => has?.has(line)).length < moved.length / 2;
}

const isSame = (bytes: Uint8Array | null, other: Uint8Array): boolean =>
  bytes !== null && Buffer.compare(bytes, other) === 0;
