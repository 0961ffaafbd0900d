import { randomBytes } from "node:crypto";
import { type Dirent, existsSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { errnoOf } from "../../errors.ts";
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
  if (found === undefined) {
    const fix = `run \`loci init ${shellWord(root)}\`, or \`git init\` in it`;
    throw blocked("it is not a git repository", fix);
  }
  if (!found.isDirectory() || existsSync(join(gitDir, "commondir")))
    throw blocked("its .git is a link elsewhere (a worktree or submodule)", elsewhere);
  if (existsSync(join(gitDir, "shallow"))) {
    const fix = "complete it with `git fetch --unshallow`";
    throw blocked("its history is cut off (a shallow clone)", fix);
  }
  const own = await readGitConfig(gitDir, { ...person, configFiles: [] });
  const [foreign] = [...own].find(isForeign) ?? [];
  if (foreign !== undefined)
    throw blocked(`its repository uses ${foreign}, which Loci cannot write safely`, elsewhere);
  const config = await readGitConfig(gitDir, person);
  const filter = await findFilter(root, config, person);
  if (filter !== undefined)
    throw blocked(`git stores its files through your filter "${filter}"`, elsewhere);
  const linked = await findLink(gitDir);
  if (linked !== undefined) throw blocked(`.git/${linked} is a link to files elsewhere`, elsewhere);
  const alternates = await readIfThere(join(gitDir, "objects", "info", "alternates"));
  if (alternates?.toString("latin1").trim()) {
    throw blocked(
      "its repository borrows objects from another one (objects/info/alternates)",
      "run `git repack -a -d` and delete .git/objects/info/alternates",
    );
  }
  return { root, gitDir, config, person };
}

/** The filter of the person's own that attributes name, such as one that encrypts: Loci stores files as they stand. */
async function findFilter(
  root: string,
  config: GitConfig,
  person: GitHome,
): Promise<string | undefined> {
  const named = [...config.keys()].map((key) => filterProgram.exec(key)?.groups?.name);
  const filters = new Set(named.filter((name) => name !== undefined));
  if (filters.size === 0) return undefined;
  const setting = config.get("core.attributesfile");
  const personal = setting ? expandPath(setting, root, person.home) : person.attributesFile;
  const inVault = (await listFolder(root, true)).filter(({ name }) => name === ".gitattributes");
  const own = [join(root, ".git", "info", "attributes"), ...(personal ? [personal] : [])];
  const files = [...own, ...inVault.map(({ parentPath, name }) => join(parentPath, name))];
  const texts = await Promise.all(files.map((file) => readRules(file, own.includes(file))));
  const asked = Array.from(texts.join("\n").matchAll(/\bfilter=(\S+)/g), ([, name = ""]) => name);
  return asked.find((name) => filters.has(name));
}

const filterProgram = /^filter\.(?!lfs\.)(?<name>.*)\.(?:clean|process)$/s;

/**
 * The first file or folder of a repository that is a link: what is written through it would change files elsewhere. No
 * git makes one, but a stick or an unpacked archive may bring one.
 */
export async function findLink(gitDir: string): Promise<string | undefined> {
  const written = ["objects", "refs", "logs", "loci"];
  const isLink = (entry: Dirent): boolean => entry.isSymbolicLink();
  const top = (await listFolder(gitDir)).filter(({ name }) => written.includes(name));
  // Of objects only the folders themselves are looked at, because they hold many files.
  const listBelow = () =>
    Promise.all(written.map((name) => listFolder(join(gitDir, name), name !== "objects")));
  const link = top.find(isLink) ?? (await listBelow()).flat().find(isLink);
  return link && relative(gitDir, join(link.parentPath, link.name));
}

/** The repository whose folder holds this one, if any. */
export async function repositoryAbove(folder: string): Promise<string | undefined> {
  if (existsSync(join(folder, ".git"))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryAbove(above);
}

/** Settings that a writer of plain repositories must not ignore. */
const restrictive = [
  /^(?:core\.(?:repositoryformatversion|bare|sparsecheckout|worktree)|(?:extensions|includeif)\..*)$/s,
  /^remote\..*\.(?:promisor|partialclonefilter)$/s,
  filterProgram,
];
const harmless = [
  /^core\.(?:repositoryformatversion=[01]|(?:bare|sparsecheckout)=(?:false|no|off|0*))$/i,
  /^extensions\.(?:(?:noop|preciousobjects|worktreeconfig)=.*|objectformat=sha1|refstorage=files)$/i,
];

const isForeign = ([key, value]: readonly [string, string]): boolean =>
  restrictive.some((one) => one.test(key)) && !harmless.some((one) => one.test(`${key}=${value}`));

/** Makes a folder a git repository with the branch main, unless it is one; true where it made one. */
export async function initRepository(root: string): Promise<boolean> {
  const gitDir = join(root, ".git");
  if (existsSync(gitDir)) return false;
  const draft = join(root, `.git.${process.pid}-${randomBytes(4).toString("hex")}`);
  for (const below of ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info"])
    await disk.mkdir(join(draft, below));
  for (const [name, text] of Object.entries(newFiles))
    await disk.create(join(draft, name), Buffer.from(text), 0o666);
  await disk.flushFolder(draft);
  try {
    await disk.rename(draft, gitDir);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(errnoOf(error) ?? "")) throw error;
    return false; // someone else was faster; the draft is harmless and ignored
  }
  await disk.flushFolder(root);
  return true;
}

const platformSettings: Partial<Record<NodeJS.Platform, string>> = {
  win32: "\tfilemode = false\n\tignorecase = true\n\tsymlinks = false\n",
  darwin: "\tfilemode = true\n\tignorecase = true\n\tprecomposeunicode = true\n",
};

const newFiles = {
  // SHA-1 and refs in files, whatever the defaults of the person's git become.
  config: `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tlogallrefupdates = true\n${platformSettings[process.platform] ?? "\tfilemode = true\n"}`,
  // What no `git add -A` takes along, whatever `.gitignore` says.
  "info/exclude":
    ".git.*/\n.loci/\n/conversations/\n.env*\n*.pem\n*.key\nid_rsa*\nid_ed25519*\nid_ecdsa*\n",
  HEAD: "ref: refs/heads/main\n",
};
