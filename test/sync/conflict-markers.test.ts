import { expect, test } from "vitest";
import { createBare, createDevice, type Device } from "./devices.ts";

const conflicted = (first: string, second: string): string =>
  `# Cooking\n\n- rice\n<<<<<<< HEAD\n- ${first}\n=======\n- ${second}\n>>>>>>> main\n- broth\n`;

function commit({ git }: Device): void {
  git("add", "-A");
  git("commit", "-qm", "with markers");
}

/** No markers, and each line of the list once. */
function expectHealed(device: Device, ...lines: string[]): void {
  const text = device.read("topics/cooking.md");
  expect(text).not.toMatch(/^(<<<<<<<|=======|>>>>>>>)/m);
  expect(text.match(/^- .*$/gm)?.toSorted()).toEqual(lines.map((line) => `- ${line}`).toSorted());
}

test("syncVault() heals conflict markers that plain git committed, here and there, and sends no others on", async () => {
  const remote = createBare();
  const laptop = await createDevice("laptop", remote);
  laptop.write("topics/cooking.md", "# Cooking\n\n- rice\n- broth\n");
  await laptop.sync();
  const board = await createDevice("board", remote);
  const plain = await createDevice("plain", remote);
  plain.write("topics/cooking.md", conflicted("saffron", "bomba rice"));
  plain.write("topics/code.md", "# Git\n\n```\n<<<<<<< HEAD\n=======\n>>>>>>> x\n```\n");
  commit(plain);
  plain.git("push", "-q", "origin", "HEAD:main");
  expect(await board.sync()).toMatchObject({ pulled: 1, pushed: 1 });
  expectHealed(board, "rice", "saffron", "bomba rice", "broth");
  expect(board.read("topics/code.md")).toContain("<<<<<<< HEAD");
  expect(board.status()).toBe("");
  await laptop.sync();
  expect(laptop.files()).toEqual(board.files());

  // Committed by the person on this device.
  const marked = "<<<<<<< HEAD\n- oven\n=======\n- pan\n>>>>>>> main\n";
  laptop.append("topics/cooking.md", marked);
  commit(laptop);
  expect(await laptop.sync()).toMatchObject({ committed: 1, pushed: 2 });
  expectHealed(laptop, "rice", "saffron", "bomba rice", "broth", "oven", "pan");
  expect(await laptop.sync()).toMatchObject({ committed: 0, pushed: 0 });
  await board.sync();
  expect(board.files()).toEqual(laptop.files());
});
