import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import * as app from "../src/app.ts";

test("the package exports exactly these names, so that the surface cannot grow by accident", () => {
  expect(Object.keys(app).sort()).toEqual(["openLoci"]);
});

test.each([
  ["loci-vault/client", ["connect", "createMemory"]],
  ["loci-vault/react", ["hookOf"]],
])("%s is found by its name, and exports %j", async (name, names) => {
  const path = createRequire(import.meta.url).resolve(name);
  expect(Object.keys(await import(/* @vite-ignore */ path)).sort()).toEqual(names);
});

test("each method of a door says by an example how it is called", () => {
  const src = resolve(import.meta.dirname, "..", "src");
  const doors = readdirSync(join(src, "app/doors")).map((name) => `app/doors/${name}`);
  const without: string[] = [];
  let count = 0;
  for (const file of ["app.ts", "agent/conversation/sessions.ts", ...doors]) {
    const text = readFileSync(join(src, file), "utf8");
    for (const [, door = "", body = ""] of text.matchAll(
      /^export interface (Loci\w*) \{\n(.*?)^\}/gms,
    )) {
      for (const [, before = "", method = ""] of body.matchAll(
        /((?: {2}\/\*\*(?:(?!\*\/).)*\*\/\n)?) {2}(\w+)(?:<T>)?\(/gs,
      )) {
        count++;
        const call = new RegExp(`@example .*\\bloci(?:\\.\\w+)?\\.${method}\\(`);
        if (!call.test(before)) without.push(`${door}.${method}`);
      }
    }
  }
  expect(without).toEqual([]);
  expect(count).toBeGreaterThan(60);
});
