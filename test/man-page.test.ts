import { expect, test } from "vitest";
import { manPage } from "../scripts/man-page.ts";
import { commands } from "../src/cli/commands.ts";

test("the manual page tells every command and flag, and no text of it is taken for a request", async () => {
  const loaded = await Promise.all(
    Object.entries(commands).map(async ([name, { load }]) => [name, await load()] as const),
  );
  const page = manPage(Object.fromEntries(loaded), "1.2.3");
  const lines = page.split("\n");
  for (const [name, { flags }] of loaded) {
    expect(page).toContain(`.SS loci ${name.replaceAll("-", "\\-")}`);
    for (const flag of Object.keys(flags)) {
      expect(page, name).toContain(`\\-\\-${flag.replaceAll("-", "\\-")}`);
    }
  }
  const requests = lines.filter((line) => /^[.']/.test(line)).map((line) => line.split(" ")[0]);
  expect([...new Set(requests)].sort()).toEqual(
    [".B", ".PP", ".RE", ".RS", ".SH", ".SS", ".TH", ".TP", ".fi", ".nf"].sort(),
  );
  expect(page).not.toMatch(/(?<!\\)-/);
});

test("the manual page keeps backslashes and leading dots as they are", () => {
  const odd = { usage: "x", flags: {}, examples: [], run: async () => 0 };
  const page = manPage({ x: { ...odd, summary: ".loci\\a" } }, "1");
  expect(page).toContain("\n\\&.loci\\ea\n");
});
