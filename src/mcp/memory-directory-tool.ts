import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { LociError } from "../errors.ts";
import { slugify } from "../vault/slugify.ts";
import type { McpMemory } from "./mcp-ports.ts";
import { type NamedTopic, readTopic, readTopics, type TopicLine } from "./named-topics.ts";
import { answer } from "./tool-answer.ts";

const path = z.string().max(1_000).exactOptional();
const text = z.string().max(100_000).exactOptional();
const shape = z.object({
  command: z.enum(["view", "create", "str_replace", "insert", "delete", "rename"]),
  ...{ path, file_text: text, old_str: text, new_str: text },
  ...{ insert_text: text, old_path: path, new_path: path },
  view_range: z.array(z.int()).length(2).exactOptional(),
  insert_line: z.int().exactOptional(),
});

type Args = Omit<z.infer<typeof shape>, "command">;
type CommandName = z.infer<typeof shape>["command"];

/**
 * Anthropic's memory tool (`memory_20250818`) over the vault: a file of `/memories` is a topic, its lines are that topic's memories.
 * What it answers are the sentences that Claude knows from it.
 */
export function addMemoryDirectoryTool(server: McpServer, memory: McpMemory): void {
  server.registerTool(
    "memory",
    {
      description:
        "Views and changes the person's long-term memory as text files in /memories, a file a topic, a memory a line. Commands: view (path, view_range), create (path, file_text), str_replace (path, old_str, new_str), insert (path, insert_line, insert_text), delete (path), rename (old_path, new_path).",
      inputSchema: shape,
      annotations: { title: "Memory", destructiveHint: true, openWorldHint: false },
    },
    ({ command, ...args }) =>
      answer(
        async () => ({ text: await commands[command](memory, args) }),
        ({ message }) => message,
      ),
  );
}

const commands: Readonly<Record<CommandName, (memory: McpMemory, args: Args) => Promise<string>>> =
  {
    async view(memory, args) {
      const path = given(args, "path");
      if (/^\/memories\/?$/.test(path)) return list(memory);
      const lines = shownOf(await open(memory, path));
      const [first = 1, last = -1] = args.view_range ?? [];
      const end = last === -1 ? lines.length : last;
      if (first < 1 || first > Math.max(1, lines.length) || end < first - 1) {
        throw invalid("view_range", `${first}, ${last}`, `[1, ${lines.length}]`);
      }
      return `Here's the content of ${path} with line numbers:\n${numbered(lines, first, end)}`;
    },
    async create(memory, args) {
      const path = given(args, "path");
      const name = nameIn(path);
      const topic = (await readTopic(memory, name)) ?? { ...none, title: name };
      const text = given(args, "file_text");
      const kept = text.split("\n").filter((line) => slugify(wordsOf(line)) !== slugify(name));
      await rewrite(memory, path, topic, kept);
      return `File created successfully at: ${path}`;
    },
    async str_replace(memory, args) {
      const path = given(args, "path");
      const topic = await open(memory, path);
      const before = shownOf(topic).join("\n");
      const old = given(args, "old_str");
      const at = old === "" ? -1 : before.indexOf(old);
      if (at < 0) {
        throw wrong(
          `No replacement was performed, old_str \`${old}\` did not appear verbatim in ${path}.`,
        );
      }
      if (before.includes(old, at + 1)) {
        throw wrong(
          `No replacement was performed. Multiple occurrences of old_str \`${old}\` in ${path}. Please ensure it is unique`,
        );
      }
      const next = before.slice(0, at) + (args.new_str ?? "") + before.slice(at + old.length);
      await rewrite(memory, path, topic, next.split("\n"));
      const now = shownOf(await readTopic(memory, nameIn(path)));
      return `The memory file has been edited.\n${numbered(now, 1, now.length)}`;
    },
    async insert(memory, args) {
      const path = given(args, "path");
      const topic = await open(memory, path);
      const lines = shownOf(topic);
      const at = args.insert_line ?? -1;
      if (at < 0 || at > lines.length) {
        throw invalid("insert_line", String(at), `[0, ${lines.length}]`);
      }
      const added = given(args, "insert_text").split("\n");
      await rewrite(memory, path, topic, lines.toSpliced(at, 0, ...added));
      const where = at === lines.length ? "" : " New memories stand at the end of a topic.";
      return `The file ${path} has been edited.${where}`;
    },
    async delete(memory, args) {
      const path = given(args, "path");
      const topic = await open(memory, path);
      await rewrite(memory, path, topic, []);
      return `Successfully deleted ${path}`;
    },
    async rename(memory, args) {
      const from = given(args, "old_path");
      const to = given(args, "new_path");
      const topic = await open(memory, from);
      const title = nameIn(to);
      if (isThere(await readTopic(memory, title))) {
        throw wrong(`Error: The destination ${to} already exists`);
      }
      const capital = title.charAt(0).toUpperCase() + title.slice(1);
      const { renameTopic } = memory.asStep("renamed a topic");
      for (const file of topic.files) await renameTopic(file, capital);
      return `Successfully renamed ${from} to ${to}`;
    },
  };

async function list(memory: McpMemory): Promise<string> {
  const topics = (await readTopics(memory)).filter(({ lines }) => lines.length > 0);
  const lines = topics.map((topic) => {
    const bytes = Buffer.byteLength(shownOf(topic).join("\n"));
    return `${(bytes / 1024).toFixed(1)}K\t/memories/${topic.slug}.md`;
  });
  const head =
    "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:";
  return [head, "/memories", ...lines].join("\n");
}

/** A file that is not there yet. */
const none: NamedTopic = { slug: "", title: "", summary: "", files: [], lines: [] };

/** What was deleted leaves a topic without lines. */
const isThere = (topic: NamedTopic | undefined): topic is NamedTopic =>
  topic !== undefined && topic.lines.length > 0;

/** Throws LociError NOT_FOUND. */
async function open(memory: McpMemory, path: string): Promise<NamedTopic> {
  const topic = await readTopic(memory, nameIn(path));
  if (isThere(topic)) return topic;
  throw new LociError(
    "NOT_FOUND",
    `The path ${path} does not exist. Please provide a valid path.`,
    { data: { path } },
  );
}

/** The topic's name in a path below /memories; a folder in it is a word of the name. Throws LociError BAD_INPUT for all else. */
function nameIn(path: string): string {
  const [, rest = ""] = /^\/memories\/(.+?)(?:\.(?:md|txt))?$/s.exec(path) ?? [];
  const parts = rest.split("/");
  const isOutside = parts.some((part) => /^\.*$/.test(part) || /[\\\p{Cc}]|%2e|%2f/iu.test(part));
  if (!isOutside) return rest.replace(/[/_-]+/g, " ").trim();
  throw wrong(`Error: Cannot use the path ${path}: it must name a file in /memories`);
}

/** Makes a topic say these lines: what stays stays as it is, what changed is edited in its place, and the rest goes or is added. */
async function rewrite(
  memory: McpMemory,
  path: string,
  { title, lines }: NamedTopic,
  next: readonly string[],
): Promise<void> {
  const left = Map.groupBy(next.map(wordsOf), (words) => words);
  const stays = ({ shown }: TopicLine): boolean => left.get(wordsOf(shown))?.pop() !== undefined;
  const gone = lines.filter((line) => !stays(line));
  const added = [...left.values()].flat().filter((words) => words !== "");
  const prose = gone.find(({ entry }) => entry === undefined);
  if (prose !== undefined) {
    throw wrong(
      `Error: Cannot change the line \`${prose.shown}\` of ${path}: it is a note that the person wrote, not a memory`,
    );
  }
  const ids = gone.flatMap(({ entry }) => entry?.id ?? []);
  const edited = ids.slice(0, added.length);
  const { edit, forget, rememberAll } = memory.asStep("changed a topic");
  for (const [i, id] of edited.entries()) await edit(id, { text: added[i] ?? "" });
  if (ids.length > edited.length) await forget(ids.slice(edited.length));
  const rest = added.slice(edited.length);
  await rememberAll(rest.map((text) => ({ text, topic: title, evenIfKnown: true })));
}

/** What a line says, without the marks of a list or a heading, and its day. */
const wordsOf = (line: string): string =>
  line
    .replace(/^\s*(?:[-*+]|\d+[.)]|#{1,6})\s+/, "")
    .replace(/(?:^| )\(\d{4}-\d\d-\d\d\)$/, "")
    .trim();

const shownOf = (topic: NamedTopic | undefined): string[] =>
  (topic?.lines ?? []).map(({ shown }) => shown);

const numbered = (lines: readonly string[], first: number, last: number): string =>
  lines
    .slice(first - 1, last)
    .map((line, i) => `${String(first + i).padStart(6)}\t${line}`)
    .join("\n");

/** Throws LociError BAD_INPUT where the command lacks it. */
function given(
  args: Args,
  name: "path" | "file_text" | "old_str" | "insert_text" | "old_path" | "new_path",
): string {
  const value = args[name];
  if (value !== undefined) return value;
  throw wrong(`Error: The command needs \`${name}\``);
}

const invalid = (name: string, value: string, range: string): LociError =>
  wrong(
    `Error: Invalid \`${name}\` parameter: ${value}. It should be within the range of lines of the file: ${range}`,
  );

const wrong = (sentence: string): LociError => new LociError("BAD_INPUT", sentence);
