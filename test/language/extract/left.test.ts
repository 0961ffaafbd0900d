import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { textsOf } from "./say.ts";

/** What people say that leaves nothing: what is so now, questions, wishes, words of others, what everybody knows. */
const folder = resolve(import.meta.dirname, "../../fixtures/nothing-to-keep");

test.each(readdirSync(folder))("extractOffline() keeps nothing of %s", (name) => {
  const language = name.slice(0, 2);
  const said = readFileSync(join(folder, name), "utf8").trim().split("\n");
  expect(said.length).toBeGreaterThan(80);
  expect(said.filter((text) => textsOf(text, { language }).length > 0)).toEqual([]);
});
