import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { attachmentFiles } from "../../../site/build/site-files.ts";
import { readAttachment } from "../../../site/vault/attachments.ts";
import { useVault } from "../../temp.ts";

test.each<[string, (file: string) => void]>([
  ["has other bytes, as many as before", (file) => writeFileSync(file, "new")],
  ["is longer", (file) => writeFileSync(file, "longer")],
  ["is gone", (file) => rmSync(file)],
])(
  "attachmentFiles() makes nothing of a file that %s since it was looked at",
  async (_, change) => {
    const root = useVault({ "oven.jpg": "old" });
    const attachment = readAttachment(root, "oven.jpg", "files/oven.jpg");
    if (typeof attachment === "string") throw new Error(attachment);
    // Looked at a second ago, for disks that keep time coarsely.
    const looked = { ...attachment, stamp: attachment.stamp.replace(/\d{4}$/, "0000") };
    const vault = (one: typeof attachment) => ({ attachments: new Map([["oven.jpg", one]]) });
    const [whole] = attachmentFiles(root, vault(attachment));
    expect(await whole?.make()).toMatchObject({ content: Buffer.from("old"), problem: undefined });
    change(join(root, "oven.jpg"));
    const [file] = attachmentFiles(root, vault(looked));
    expect(await file?.make()).toMatchObject({
      content: undefined,
      problem: { code: "ATTACHMENT_FAILED", file: "oven.jpg" },
    });
  },
);
