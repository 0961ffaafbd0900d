import { oidOf } from "../../git/object-format.ts";
import type { PendingStep, Versions } from "./pending.ts";
import type { Content } from "./read-change.ts";

/**
 * One file through the steps that wait to be committed, which are numbered in their order. What is committed goes by what
 * each step found and made; where the last commit is no part of that, because it came from elsewhere meanwhile, by what
 * stands on disk, so that no old version is committed over a newer one.
 */
export class FileChain {
  readonly #steps: readonly (Versions & { readonly number: number })[];
  readonly #oids: readonly (string | undefined)[];
  /** From the first step to what stands on disk, nothing else changed the file. */
  readonly #isWhole: boolean;

  constructor(steps: readonly (Versions & { readonly number: number })[], disk: Uint8Array | null) {
    this.#steps = steps;
    this.#oids = steps.flatMap(({ before, after }) => [nameOf(before), nameOf(after)]);
    const next = [...this.#oids.slice(1), nameOf(disk)];
    this.#isWhole = this.#oids.every((oid, i) => i % 2 === 0 || oid === next[i]);
  }

  /** What a step made of the file; "edited": a person had changed it before, which is no part of the step. */
  contentOf(number: number, committed: string | undefined): Content | "edited" {
    const step = this.#steps.find((one) => one.number === number);
    if (step === undefined) return this.#foundAfter(number);
    const found = this.#steps.indexOf(step) * 2;
    const at = this.#oids.lastIndexOf(committed);
    if (at > found) return "same";
    if (this.#oids[found] === committed) return step.after;
    return this.#isKnown(at) ? "edited" : "disk";
  }

  /** What a person had made of the file before a step. */
  editOf(number: number, committed: string | undefined): Content {
    const step = this.#steps.find((one) => one.number === number);
    if (step === undefined) return "same";
    const at = this.#oids.lastIndexOf(committed);
    return at >= this.#steps.indexOf(step) * 2 || !this.#isKnown(at) ? "same" : step.before;
  }

  /** What a step made of the file, whatever the last commit holds. */
  madeBy(number: number): Content {
    const step = this.#steps.find((one) => one.number === number);
    return step === undefined ? "same" : step.after;
  }

  /** Of a step that says nothing of the file: what the next one found. */
  #foundAfter(number: number): Content {
    const next = this.#steps.find((one) => one.number > number);
    if (next === undefined) return "disk";
    return this.#isWhole ? next.before : "same";
  }

  #isKnown(at: number): boolean {
    return at >= 0 || this.#isWhole;
  }
}

const nameOf = (bytes: Uint8Array | null): string | undefined =>
  bytes === null ? undefined : oidOf("blob", bytes);

/** The files of all steps, by path. */
export function toChains(
  steps: readonly PendingStep[],
  readDisk: (path: string) => Uint8Array | null,
): ReadonlyMap<string, FileChain> {
  const all = steps.flatMap(({ versionsByPath }, number) =>
    Array.from(versionsByPath, ([path, versions]) => ({ path, number, ...versions })),
  );
  const chains = Array.from(
    Map.groupBy(all, ({ path }) => path),
    ([path, own]) => [path, new FileChain(own, readDisk(path))] as const,
  );
  return new Map(chains);
}
