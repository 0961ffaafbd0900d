import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { expandPath, type GitConfig, type GitHome, readGitConfig } from "../config/git-config.ts";
import { blocked, disk, ifMissing, listFolder, readIfThere, readRules } from "../disk.ts";
import { shellWord } from "../shell-word.ts";

/** A repository that Loci can write to without harm. */
export interface Repository {
  readonly root: string;
  readonly gitDir: string;
  readonly config: GitConfig;
  /** Where the person's own settings are. */
  readonly person: GitHome;
}

const elsewhere = "keep the vault in a plain clone of its own, or commit with your own git";

/** Opens the vault's repository, or says in one sentence why Loci leaves it alone. */
export async function openRepository(root: string, person: GitHome): Promise<Repository> {
  const gitDir = join(root, ".git");
  const found = await lstat(gitDir).catch(ifMissing);
  if (found === undefined)
    throw blocked(
      "it is not a git repository",
      `run \`loci init ${shellWord(root)}\`, or \`git init\` in it`,
    );
  if (!found.isDirectory() || existsSync(join(gitDir, "commondir")))
    throw blocked("its .git is a link elsewhere (a worktree or submodule)", elsewhere);
  if (existsSync(join(gitDir, "shallow")))
    throw blocked(
      "its history is cut off (a shallow clone)",
      "complete it with `git fetch --unshallow`",
    );
  const own = await readGitConfig(gitDir, { ...person, configFiles: [] });
  const [odd] = [...own].find((pair) => foreign.some((one) => one.test(pair.join("=")))) ?? [];
  if (odd !== undefined)
    throw blocked(`its repository uses ${odd}, which Loci cannot write safely`, elsewhere);
  const config = await readGitConfig(gitDir, person);
  const filter = await findFilter(root, config, person);
  if (filter !== undefined)
    throw blocked(`git stores its files through your filter "${filter}"`, elsewhere);
  const linked = await findLink(gitDir);
  if (linked !== undefined) throw blocked(`.git/${linked} is a link to files elsewhere`, elsewhere);
  if ((await readIfThere(join(gitDir, "objects/info/alternates")))?.toString("latin1").trim())
    throw blocked(
      "its repository borrows objects from another one (objects/info/alternates)",
      "run `git repack -a -d` and delete .git/objects/info/alternates",
    );
  return { root, gitDir, config, person };
}

/** The filter of the person's own that attributes name, such as one that encrypts: Loci stores files as they stand. */
async function findFilter(
  root: string,
  config: GitConfig,
  { home, folder = join(root, ".git") }: GitHome,
): Promise<string | undefined> {
  const filters = [...config.keys()].flatMap((key) => filterProgram.exec(key)?.[1] ?? []);
  if (filters.length === 0) return undefined;
  const inVault = (await listFolder(root, true)).map((one) => join(one.parentPath, one.name));
  const named = inVault.filter((path) => /\.git(?:attributes|.info.attributes)$/.test(path));
  const usual = join(folder, "attributes");
  const own = expandPath(config.get("core.attributesfile") ?? usual, root, home);
  const texts = [readRules(own, true), ...named.map((path) => readRules(path))];
  const words = new Set((await Promise.all(texts)).join("\n").split(/\s/));
  return filters.find((name) => words.has(`filter=${name}`));
}

const filterProgram = /^filter\.(?!lfs\.)(.*)\.(?:clean|process)(?:=|$)/s;

/** The first file or folder that is a link, as a stick or an archive may bring: it would be written through. */
export async function findLink(gitDir: string): Promise<string | undefined> {
  const written = new Set(["objects", "refs", "logs", "loci"]);
  const found = (await listFolder(gitDir)).filter(({ name }) => written.has(name));
  // Of objects only the folders themselves are looked at, because they hold many files.
  const below = Array.from(written, (name) => listFolder(join(gitDir, name), name !== "objects"));
  for (const entries of await Promise.all(below)) found.push(...entries);
  const link = found.find((entry) => entry.isSymbolicLink());
  return link && relative(gitDir, join(link.parentPath, link.name));
}

/** The repository whose folder holds this one, if any. */
export async function repositoryAbove(folder: string): Promise<string | undefined> {
  if (existsSync(join(folder, ".git"))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryAbove(above);
}

/** Settings, with their values, that a writer of plain repositories must not ignore. */
const foreign = [
  /^core\.repositoryformatversion=(?![01]$)/,
  /^core\.(?:bare|sparsecheckout)=(?!(?:false|no|off|0*)$)/i,
  /^(?:core\.worktree=|includeif\.|remote\..*\.(?:promisor|partialclonefilter)=)/s,
  /^extensions\.(?!(?:noop|preciousobjects|worktreeconfig)=|objectformat=sha1$|refstorage=files$)/i,
  filterProgram,
];

/** Makes a folder a git repository with the branch main, unless it is one; true where it made one. */
export async function initRepository(root: string): Promise<boolean> {
  const gitDir = join(root, ".git");
  if (existsSync(gitDir)) return false;
  const draft = join(root, `.git.${process.pid}-${randomBytes(4).toString("hex")}`);
  for (const below of ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info"])
    await disk.mkdir(join(draft, below));
  for (const [name, text] of Object.entries(newFiles))
    await disk.create(join(draft, name), text, 0o666);
  await disk.flushFolder(draft);
  await disk.rename(draft, gitDir);
  await disk.flushFolder(root);
  return true;
}

const newFiles = {
  // SHA-1 and refs in files, whatever the defaults of the person's git become.
  config: `[core]
	repositoryformatversion = 0
	bare = false
	logallrefupdates = true
	${process.platform === "darwin" ? "ignorecase = true\n\tprecomposeunicode" : "filemode"} = true
`,
  // What no `git add -A` takes along, whatever `.gitignore` says.
  "info/exclude":
    ".git.*/\n.loci/\n/conversations/\n.env*\n*.pem\n*.key\nid_rsa*\nid_ed25519*\nid_ecdsa*\n",
  HEAD: "ref: refs/heads/main\n",
};
