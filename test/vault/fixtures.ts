import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve(import.meta.dirname, "../fixtures/odd");

/** The corpus of odd but legal Markdown: name and bytes. */
export const oddFiles: readonly (readonly [string, Buffer])[] = readdirSync(folder)
  .sort()
  .map((name) => [name, readFileSync(join(folder, name))]);

/** Seed of the property tests; printed by fast-check with a failure. */
export const seed = Number(process.env.LOCI_TEST_SEED ?? 20260212);
