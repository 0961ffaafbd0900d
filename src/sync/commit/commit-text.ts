import { hostname } from "node:os";
import { join } from "node:path";
import { gitHome, readGitConfig } from "../../git/config/git-config.ts";
import type { CommitText } from "../../git/objects/commit.ts";
import { type ChangeOp, changeOps } from "../../vault/write/change-file.ts";

/** Who commits from this device. */
export type CommitIdentity = Readonly<Awaited<ReturnType<typeof readCommitIdentity>>>;

/** Reads who the person is to git (user.name, user.email), else a name that says which device wrote. */
export async function readCommitIdentity(root: string, env: NodeJS.ProcessEnv, device: string) {
  const person = gitHome(env);
  const config = await readGitConfig(join(root, ".git"), person);
  const name = config.get("author.name") ?? config.get("user.name");
  const email = config.get("author.email") ?? config.get("user.email");
  const author = {
    name: name || email?.split("@")[0] || "loci",
    email: email || `loci@${hostname().replace(/[^-.\w]/g, "") || "localhost"}.invalid`,
  };
  return { person, author, device };
}

/** The text of a commit by an agent, who is named with its device, or by the person; both are trailers. */
export function commitText(
  { author, device, now }: Omit<CommitIdentity, "person"> & { readonly now: () => Date },
  message: string,
  more: { readonly Agent?: string | undefined; readonly Undoes?: string | undefined } = {},
): CommitText {
  const trailers = { Device: device, ...more };
  const { Agent: agent } = more;
  const by = agent && { name: `${agent} (${device})`, email: `${agent}@loci.invalid` };
  return { author: by || author, message, trailers, now: now() };
}

/** The subject of a commit in words and without memory text: "cooking, travel: learned 3, removed 1". */
export function commitMessage(all: readonly Readonly<{ topic: string; op: ChangeOp }>[]): string {
  const changes = all.filter(({ op }) => op !== "derived");
  if (changes.length === 0) return "update the vault";
  const counts = changeOps.flatMap((op) => {
    const count = changes.filter((change) => change.op === op).length;
    if (count === 0) return [];
    return op === "created" && count === 1 ? op : `${op} ${count}`;
  });
  return `${nameTopics(changes.map(({ topic }) => topic))}: ${counts.join(", ")}`;
}

/** The subject of a commit of what people changed themselves: "edited by hand: cooking, travel". */
export const editMessage = (topics: readonly string[]): string =>
  topics.length === 0 ? "update the vault" : `edited by hand: ${nameTopics(topics)}`;

const maxTopics = 4;

/** Each topic once, short, without signs that turn or hide what follows; of many the first few, and how many more. */
function nameTopics(all: readonly string[]): string {
  const plain = (topic: string): string => {
    const words = topic.replace(/\p{Cf}/gu, "").match(/[^\s\p{Cc}]+/gu) ?? ["untitled"];
    return words.join(" ").replace(/(?<=^.{39}).{2,}/u, "…");
  };
  const topics = [...new Set(all.map(plain))].sort();
  const rest = topics.splice(maxTopics).length;
  return topics.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
