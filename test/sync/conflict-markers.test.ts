import { expect, test } from "vitest";
import { createDevice, createPair, expectSame, list, push } from "./devices.ts";

const marked = (first: string, second: string): string =>
  `<<<<<<< HEAD\n- ${first}\n=======\n- ${second}\n>>>>>>> main\n`;

const markers = /^(<<<<<<<|=======|>>>>>>>)/m;

test("syncVault() heals conflict markers that plain git committed, here at once and there with the next commit", async () => {
  const { remote, laptop, board } = await createPair({ "topics/a.md": list("rice", "broth") });
  const plain = await createDevice("plain", remote);
  plain.append("topics/a.md", marked("saffron", "bomba rice"));
  plain.write("topics/code.md", `# Git\n\n\`\`\`\n${marked("a", "b")}\`\`\`\n`);
  push(plain);
  expect(await board.sync()).toMatchObject({ pulled: 1 });
  expect(board.read("topics/a.md")).not.toMatch(markers);
  expect(board.read("topics/code.md")).toMatch(markers);
  expect(await board.sync()).toMatchObject({ committed: 1, pushed: 1 });
  expect(await board.sync()).toMatchObject({ committed: 0, pushed: 0 });
  await laptop.sync();

  laptop.append("topics/a.md", marked("oven", "pan"));
  laptop.git("commit", "-qam", "by the person on this device");
  expect(await laptop.sync()).toMatchObject({ committed: 1, pushed: 2 });
  expect(laptop.read("topics/a.md")).not.toMatch(markers);
  expect(await laptop.sync()).toMatchObject({ committed: 0, pushed: 0 });
  await expectSame([laptop, board], ["rice", "broth", "saffron", "bomba rice", "oven", "pan"]);
});
