import { createRequire } from "node:module";
import { expect, test } from "vitest";
import * as app from "../src/app/loci.ts";

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
