import { expect, test } from "vitest";
import { createDevice, createPair, type Device, list, push } from "./devices.ts";

const marked = (first: string, second: string): string =>
  `<<<<<<< HEAD\n- ${first}\n=======\n- ${second}\n>>>>>>> main\n`;

/** No markers, and each line of the list once. */
function expectHealed(device: Device, lines: readonly string[]): void {
  const text = device.read("topics/a.md");
  expect(text).not.toMatch(/^(<<<<<<<|=======|>>>>>>>)/m);
  expect(text.match(/^- .*$/gm)?.toSorted()).toEqual(lines.map((line) => `- ${line}`).toSorted());
}

test("syncVault() heals conflict markers that plain git committed, here at once and there with the next commit", async () => {
  const { remote, laptop, board } = await createPair({ "topics/a.md": list("rice", "broth") });
  const plain = await createDevice("plain", remote);
  plain.append("topics/a.md", marked("saffron", "bomba rice"));
  plain.write("topics/code.md", `# Git\n\n\`\`\`\n${marked("a", "b")}\`\`\`\n`);
  push(plain);
  expect(await board.sync()).toMatchObject({ pulled: 1 });
  expectHealed(board, ["rice", "broth", "saffron", "bomba rice"]);
  expect(board.read("topics/code.md")).toContain("<<<<<<< HEAD");
  expect(await board.sync()).toMatchObject({ committed: 1, pushed: 1 });
  expect(await board.sync()).toMatchObject({ committed: 0, pushed: 0 });
  expect(board.status()).toBe("");
  await laptop.sync();
  expect(laptop.files()).toEqual(board.files());

  laptop.append("topics/a.md", marked("oven", "pan"));
  laptop.git("commit", "-qam", "by the person on this device");
  expect(await laptop.sync()).toMatchObject({ committed: 1, pushed: 2 });
  expectHealed(laptop, ["rice", "broth", "saffron", "bomba rice", "oven", "pan"]);
  expect(await laptop.sync()).toMatchObject({ committed: 0, pushed: 0 });
  await board.sync();
  expect(board.files()).toEqual(laptop.files());
});
