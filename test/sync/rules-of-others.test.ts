import { expect, test } from "vitest";
import { createDevice, createPair, list, push } from "./devices.ts";

test("syncVault() commits what Loci writes, whatever .gitignore and .gitattributes another device pushed", async () => {
  const { remote, laptop, board } = await createPair({ "topics/a.md": list("a") });
  const plain = await createDevice("plain", remote);
  plain.write(".gitignore", "*\n");
  plain.write(".gitattributes", "* text=auto eol=crlf filter=crypt diff=x merge=y\n");
  plain.git("add", "-f", ".gitignore", ".gitattributes");
  push(plain);
  await board.sync();
  const written = {
    "topics/a.md": list("a", "b"),
    "topics/new.md": list("new"),
    "topics/index.txt": "2026-02-12T14:30:00|new|new\n",
    "log/2026-02.md": "## 2026-02-12T14:30:00+01:00 new\n\nNew.\n",
    "general/2026-02.md": list("general"),
    "people/ana/topics/own.md": list("own"),
    "archive/topics/old.md": list("old"),
  };
  for (const path of Object.keys(written)) await board.agent(path, "");
  for (const [path, text] of Object.entries(written)) board.write(path, text);
  expect(await board.sync()).toMatchObject({ committed: 1, pushed: 1, heldBack: [] });
  await laptop.sync();
  expect(laptop.files()).toMatchObject(written);
});
