import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Loci, openLoci } from "../../src/app/loci.ts";
import type { Conclusion } from "../../src/digest/gates/gates.ts";
import { conclusion } from "../digest/conclusions.ts";
import type { Reply } from "../models/chat-replies.ts";
import type { ChatRequest } from "../models/chat-rules.ts";
import { type ChatServer, startChatServer } from "../models/chat-server.ts";
import { cleanEnv, type Ran, runLoci } from "../run-loci.ts";
import { writeFiles } from "../temp.ts";
import { changedBetween, hashAll } from "../watched-vault.ts";

/** A key that no sentence, file or event may hold. */
export const key = "sk-secret-0123456789";
/** Words in the body of an answer, behind the start of it that a sentence may quote. */
export const body = "BODYOFTHEANSWER";

/** What a server does: anything scripted, or it is not there. */
export type Fault = Reply | "down";

/** A vault whose model is a strict server over a real connection, and the command line as processes of their own. */
export interface FaultyVault {
  readonly root: string;
  server: ChatServer;
  readonly env: Record<string, string>;
  /** Runs `loci …` on it, with these settings beside the usual ones. */
  loci(
    args: readonly string[],
    more?: { readonly input?: string; readonly env?: Record<string, string> },
  ): Promise<Ran>;
  /** Looks at it from within this process, with the model that is set. */
  look<T>(look: (loci: Loci) => Promise<T>, env?: Record<string, string>): Promise<T>;
  /** The server is as it should be from here on: it learns `conclusions` from each conversation. */
  mend(conclusions: (request: ChatRequest) => readonly Conclusion[]): Promise<void>;
  /** Paths outside `.loci` that changed since the vault was made. */
  changed(): string[];
  /** A file as text. */
  read(path: string): string;
}

type OnTestFinished = (cleanUp: () => Promise<void>) => void;

/** Makes one, for tests that run at once: `onTestFinished` is the test's own. */
export async function faultyVault(
  fault: Fault,
  onTestFinished: OnTestFinished,
): Promise<FaultyVault> {
  const root = mkdtempSync(join(tmpdir(), "loci-test-"));
  writeFiles(root, {
    "loci.yaml": "languages: [en]\ntimezone: UTC\n",
    "topics/boats.md": "# Boats\n\n- The boat lies in Palamós (2026-01-02)\n",
  });
  const server = await startChatServer({ key });
  const vault = { server };
  onTestFinished(async () => {
    await vault.server.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });
  if (fault === "down") await server.close();
  else server.always = fault;
  const env = {
    LOCI_MODEL_PROVIDER: "openai",
    LOCI_MODEL_BASE_URL: server.url,
    LOCI_MODEL_NAME: "test-model",
    LOCI_MODEL_API_KEY: key,
  };
  const before = outside(root);
  return Object.assign(vault, {
    root,
    env,
    loci: (args: readonly string[], more: { input?: string; env?: Record<string, string> } = {}) =>
      runLoci([...args, "--vault", root], { ...more, env: { ...env, ...more.env } }),
    async look<T>(look: (loci: Loci) => Promise<T>, more: Record<string, string> = {}) {
      const around = cleanEnv({ ...env, ...more });
      const loci = await openLoci({ root, env: around, now: Date.now, report: () => {} });
      try {
        return await look(loci);
      } finally {
        await loci.close();
      }
    },
    async mend(conclusions: (request: ChatRequest) => readonly Conclusion[]) {
      const port = Number(new URL(server.url).port);
      if (fault === "down") vault.server = await startChatServer({ key, port });
      vault.server.always = (request) => wellAnswer(request, conclusions(request));
      env.LOCI_MODEL_BASE_URL = server.url;
    },
    changed: () => changedBetween(before, outside(root)),
    read: (path: string) => readFileSync(join(root, path), "utf8"),
  });
}

/** A conclusion that is what the person said, for `mend`. */
export const learning = (text: string): (() => readonly Conclusion[]) => {
  return () => [conclusion(text)];
};

/** What a server that is well answers. */
export function wellAnswer(request: ChatRequest, conclusions: readonly Conclusion[]): Reply {
  const format = request.response_format;
  const asked = format?.type === "json_schema" ? format.json_schema.name : "reply";
  if (asked === "topic") return { json: { topic: null } };
  if (asked !== "conclusions") return "Fine.";
  return {
    json: { summary: "Boats.", topic: "", sentiment: "neutral", intents: [], conclusions },
  };
}

function outside(root: string): Map<string, string> {
  return new Map([...hashAll(root)].filter(([path]) => !path.startsWith(".loci/")));
}

/** The parsed lines of `--json`. */
export function eventsOf({ stdout }: Ran): readonly Readonly<Record<string, unknown>>[] {
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
