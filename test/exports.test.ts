import { createRequire } from "node:module";
import { expect, test } from "vitest";

test.each([
  ["loci-vault/client", ["connect", "createMemory"]],
  ["loci-vault/react", ["hookOf"]],
])("%s is found by its name, and exports %j", async (name, names) => {
  const path = createRequire(import.meta.url).resolve(name);
  expect(Object.keys(await import(/* @vite-ignore */ path)).sort()).toEqual(names);
});
