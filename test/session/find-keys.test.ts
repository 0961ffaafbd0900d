import { expect, test } from "vitest";
import { findKeys } from "../../src/session/private-data/find-keys.ts";
import { redact } from "../../src/session/private-data/redact.ts";
import { harmless, keys } from "./made-keys.ts";

test.each(Object.entries(keys))(
  "findKeys() finds a key of %s, also within a sentence",
  (_, key) => {
    for (const text of [key, `Ours is ${key}, keep it.`, `"${key}"`]) {
      expect(findKeys(text), text).not.toEqual([]);
      expect(redact(text)).toContain("[secret]");
    }
  },
);

test.each(harmless)("findKeys() finds none in %j", (text) => {
  expect(findKeys(text)).toEqual([]);
});
