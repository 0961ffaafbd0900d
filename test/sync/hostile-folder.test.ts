import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openDrafts } from "../../src/git/disk.ts";
import { failureOf } from "../git/remote/device.ts";
import { useTempFolder } from "../temp.ts";
import { createBare, createOwn } from "./devices.ts";
import { createRepo } from "./repo.ts";

const longAgo = new Date("2020-01-01");

/** Somebody's own files, all of them old. */
function createDocuments(): string {
  const root = useTempFolder();
  for (const name of ["thesis.txt", "main", "4194304-0123456789ab"]) {
    writeFileSync(join(root, name), "precious\n");
    utimesSync(join(root, name), longAgo, longAgo);
  }
  return root;
}

const look = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(root.length), entry.isFile() ? readFileSync(path, "utf8") : "folder"];
    }),
  );

/** Puts a link to these documents in the place of a folder. */
function linkTo(documents: string, place: string): void {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(documents, place);
}

const folders = ["objects", "refs/heads", "logs", "loci", "loci/drafts"];
const others = ["objects/pack", "objects/info", "objects/ab", "refs", "refs/heads/a"];

test.each([...folders, ...others])(
  "a remote on a USB stick is refused where its %s is a link",
  async (name) => {
    const stick = createBare();
    const device = await createOwn("laptop", stick);
    const branch = name === "refs/heads/a" ? "a/b" : "main";
    device.write("topics/a.md", "- one\n");
    device.commitAll("one");
    device.git("branch", "-m", branch);
    const documents = createDocuments();
    linkTo(documents, join(stick, name));
    const before = look(documents);
    expect(await failureOf(device.sync())).toMatchObject({
      reason: "unsupported",
      message: expect.stringContaining(`its "${name}" is a link to files elsewhere`),
    });
    expect(look(documents)).toEqual(before);
  },
);

test.each(folders)("commitPaths() is blocked where .git/%s is a link", async (name) => {
  const repo = createRepo();
  const documents = createDocuments();
  const place = join(repo.root, ".git", name);
  if (existsSync(place)) cpSync(place, documents, { recursive: true });
  linkTo(documents, place);
  const before = look(documents);
  repo.write("topics/new.md", "- x\n");
  await expect(repo.loci(["topics/new.md"])).rejects.toMatchObject({
    code: "GIT_BLOCKED",
    message: expect.stringContaining(`.git/${name} is a link`),
  });
  expect(look(documents)).toEqual(before);
});

test("openDrafts() sweeps what was left a day ago, and nothing else, beside another process that sweeps", async () => {
  const gitDir = useTempFolder();
  const folder = join(gitDir, "loci/drafts");
  mkdirSync(join(folder, "4194304-eeeeeeeeeeee/objects"), { recursive: true });
  for (const [name, hours] of [
    ["4194304-0123456789ab", 25],
    ["4194304-ffffffffffff", 23], // perhaps of a slow fetch, or of another machine
    ["thesis.txt", 48],
  ] as const) {
    writeFileSync(join(folder, name), "x");
    const time = new Date(Date.now() - hours * 3_600_000);
    utimesSync(join(folder, name), time, time);
  }
  linkTo(useTempFolder(), join(folder, "4194304-eeeeeeeeeeee/elsewhere"));
  utimesSync(join(folder, "4194304-eeeeeeeeeeee"), longAgo, longAgo);
  await Promise.all(Array.from({ length: 4 }, () => openDrafts(gitDir)));
  expect(readdirSync(folder).sort()).toEqual(["4194304-ffffffffffff", "thesis.txt"]);
});
