import { expect, test } from "vitest";
import { printable, printableJson } from "../../src/cli/printable.ts";
import { runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

const hostile = "zebra \u001b]52;c;ZWNobw==\u0007\u001b[2J \u009b31m \u202egnp.exe \u007f";

test("printable() shows what could steer a terminal, and leaves every other text alone", () => {
  expect(printable(hostile)).toBe(
    "zebra \\u001b]52;c;ZWNobw==\\u0007\\u001b[2J \\u009b31m \\u202egnp.exe \\u007f",
  );
  const fine = "línia 1\n\tمرحبا 東京 👩‍👧 e\u0301 \u200f";
  expect(printable(fine)).toBe(fine);
});

test("printableJson() means the same to a program", () => {
  expect(JSON.parse(printableJson({ [hostile]: hostile }))).toEqual({ [hostile]: hostile });
  expect(printableJson(hostile)).not.toMatch(/[\p{Cc}\u202e]/u);
});

test.each([
  ["recall", "zebra"],
  ["recall", "zebra", "--json"],
  ["show", "a"],
  ["show"],
  ["doctor"],
  ["chat"],
])("loci %s lets no memory steer the terminal", async (...args) => {
  const root = useVault({
    "loci.yaml": "",
    "topics/a.md": `---\nsummary: "${"\\e]52;c;x\\a"}"\nupdated: 2026-01-01\n---\n\n- ${hostile}\n`,
    "topics/index.txt": `2026-01-01T00:00:00|a|${hostile}\n`,
  });
  const { stdout, stderr } = await runLoci([...args, "--vault", root], { input: "zebra?\n" });
  expect(stdout.length).toBeGreaterThan(0);
  expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u);
});
