import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtNames, siteMark, vaultMark } from "../../src/app/site/built-names.ts";
import { useTempFolder } from "../temp.ts";

test("a site that was built of a vault by a link is that vault's, so that a purge erases it", () => {
  const [root, out] = [useTempFolder(), useTempFolder()];
  const link = join(useTempFolder(), "link");
  symlinkSync(root, link);
  writeFileSync(join(out, siteMark), `${vaultMark(link)}\nindex.html`);
  writeFileSync(join(out, "index.html"), "x");
  expect(builtNames(out, root)).toEqual(["index.html"]);
});
