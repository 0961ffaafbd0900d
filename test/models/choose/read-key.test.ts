import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readKey } from "../../../src/models/choose/find-server.ts";
import { useTempFolder } from "../../temp.ts";

/** A home with a vault in it, and the key that a setting leads to. */
function useHome(): { readonly home: string; readonly read: (file: string) => string | undefined } {
  const home = useTempFolder();
  mkdirSync(join(home, "vault"));
  const read = (file: string) =>
    readKey({
      env: { HOME: home },
      variable: "LOCI_MODEL_API_KEY",
      setting: "model.apiKeyFile",
      file,
      root: join(home, "vault"),
    });
  return { home, read };
}

test("readKey() takes ~ for the home", () => {
  const { home, read } = useHome();
  writeFileSync(join(home, "key"), " sk-123\n");
  expect(read("~/key")).toBe("sk-123");
  expect(read(join(home, "key"))).toBe("sk-123");
});
