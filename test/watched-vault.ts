import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ConversationOptions } from "../src/agent/conversation/conversation.ts";
import { type Loci, openLoci } from "../src/app/loci.ts";
import type { OpenOptions } from "../src/app/vault/open-vault.ts";
import type { ExtractAnswer } from "../src/digest/extract.ts";
import type { ChatRequest } from "./models/chat-rules.ts";
import { type ChatServer, type ChatServerOptions, startChatServer } from "./models/chat-server.ts";
import { cleanEnv } from "./run-loci.ts";
import { useTempFolder, writeFiles } from "./temp.ts";

type Files = Readonly<Record<string, string>>;
type Reply = Parameters<ChatServer["replies"]["push"]>[0];

/** What a scripted model answers, by what it is asked for; it is asked for a reply where nothing else is wanted. */
export interface Script {
  readonly reply?: (request: ChatRequest, nth: number) => Reply;
  readonly detect?: (request: ChatRequest) => Reply;
  readonly extract?: (request: ChatRequest) => Partial<ExtractAnswer> | string;
  readonly split?: (request: ChatRequest) => Reply;
  readonly rerank?: (request: ChatRequest) => Reply;
}

type Kind = keyof Script;

export interface WatchedVault {
  readonly root: string;
  /** The vault's folder and what lies beside it, which nobody may touch. */
  readonly around: string;
  readonly server: ChatServer;
  readonly env: Record<string, string>;
  readonly reports: string[];
  /** Opens it; what is still open at the end of the test is closed. */
  open(): Promise<Loci>;
  /** One conversation: each message, then its end. Gives the session's id. */
  talk(said: readonly string[], options?: ConversationOptions): Promise<string>;
  asked(kind: Kind): ChatRequest[];
}

/** Noon in UTC. */
export const noon = Date.parse("2026-02-12T12:00:00Z");

/** A vault in a folder of its own beside canaries, talked to through a strict model server. */
export async function watchVault(
  files: Files,
  script: Script = {},
  options: {
    readonly env?: Record<string, string>;
    readonly beside?: Files;
    readonly server?: ChatServerOptions;
    readonly rhythm?: OpenOptions["rhythm"];
  } = {},
): Promise<WatchedVault> {
  const around = useTempFolder();
  const root = join(around, "vault");
  writeFiles(around, { "canary.md": "- Canary\n", "etc/passwd": "root\n", ...options.beside });
  writeFiles(root, { "loci.yaml": "timezone: UTC\n", ...files });
  const server = await startChatServer(options.server);
  onTestFinished(() => server.close());
  let replies = 0;
  server.always = (request) => {
    const kind = kindOf(request);
    if (kind === "reply") return script.reply?.(request, replies++) ?? "Fine.";
    if (kind !== "extract") return script[kind]?.(request) ?? nothingFound(request) ?? "";
    const answer = script.extract?.(request) ?? {};
    return typeof answer === "string" ? answer : { json: { ...nothingLearned, ...answer } };
  };
  const env = cleanEnv({
    TZ: "UTC",
    LOCI_MODEL_PROVIDER: "openai",
    LOCI_MODEL_BASE_URL: server.url,
    LOCI_MODEL_NAME: "test-model",
    ...options.env,
  });
  const reports: string[] = [];
  const opened: Loci[] = [];
  onTestFinished(async () => {
    for (const loci of opened) await loci.close();
  });
  const open = async (): Promise<Loci> => {
    const loci = await openLoci({
      ...(options.rhythm && { rhythm: options.rhythm }),
      root,
      env,
      now: () => noon,
      report: (said) => reports.push(said),
    });
    opened.push(loci);
    return loci;
  };
  return {
    root,
    around,
    server,
    env,
    reports,
    open,
    async talk(said, how) {
      const loci = await open();
      const conversation = await loci.converse(how);
      const { id } = conversation.session();
      for (const words of said) for await (const _ of conversation.turn(words));
      await conversation.end();
      opened.splice(opened.indexOf(loci), 1);
      await loci.close();
      return id;
    },
    asked: (kind) => server.requests.filter((request) => kindOf(request) === kind),
  };
}

const nothingLearned: ExtractAnswer = {
  summary: "",
  sentiment: "neutral",
  intents: [],
  conclusions: [],
};

/** What a model says that finds and learns nothing; undefined where it is asked for a reply. */
export function nothingFound(request: ChatRequest): Reply | undefined {
  const answers: Readonly<Record<Kind, Reply | undefined>> = {
    detect: { json: { topic: null } },
    extract: { json: nothingLearned },
    split: { json: { subtopics: [] } },
    rerank: { json: { scores: [] } },
    reply: undefined,
  };
  return answers[kindOf(request)];
}

function kindOf({ response_format: format, messages }: ChatRequest): Kind {
  if (format?.type === "json_schema") {
    const { name } = format.json_schema;
    const kind = kindByName.get(name);
    if (kind !== undefined) return kind;
  }
  return messages.length === 0 ? "detect" : "reply";
}

const kindByName = new Map<string, Kind>([
  ["conclusions", "extract"],
  ["topic", "detect"],
  ["subtopics", "split"],
  ["scores", "rerank"],
]);

/** Path → hash of every file below a folder; links by where they lead. */
export function hashAll(folder: string): Map<string, string> {
  const hashes = new Map<string, string>();
  const walk = (below: string): void => {
    for (const name of readdirSync(join(folder, below))) {
      const path = below === "" ? name : `${below}/${name}`;
      const stat = lstatSync(join(folder, path));
      if (stat.isDirectory()) walk(path);
      else {
        const isLink = stat.isSymbolicLink();
        const bytes = isLink ? readlinkSync(join(folder, path)) : readFileSync(join(folder, path));
        hashes.set(path, createHash("sha256").update(bytes).digest("hex"));
      }
    }
  };
  walk("");
  return hashes;
}

/** Paths that differ between two looks, sorted. */
export function changedBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}
