import { mkdirSync, readFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { RecallRequest } from "../../src/memory/recall.ts";
import type { Memory } from "../../src/memory/remember.ts";
import type { ServedDevice } from "../../src/server/ask-running.ts";
import type { ServedSite } from "../../src/server/pages.ts";
import { type RunningServer, type ServedLoci, startServer } from "../../src/server/start-server.ts";
import type { ServedVoice } from "../../src/server/voice-routes.ts";
import { useTempFolder } from "../temp.ts";

/** The same methods and parameters, of which a test gives those that it needs, with answers as they come. */
type Faked<T> = T extends (...words: infer W) => unknown
  ? (...words: W) => unknown
  : { [K in keyof T]?: Faked<T[K]> };

type Doors = "memory" | "sessions" | "converse";

/** A vault that notes what it was asked and answers what the test sets. */
export interface FakeLoci
  extends Faked<Omit<ServedLoci, Doors | "root" | "lociDir" | "device" | "settings" | "agents">>,
    Required<Faked<Pick<ServedLoci, Doors>>> {
  readonly root: string;
  readonly device: ServedDevice;
  readonly settings: object;
  readonly agents: () => readonly object[];
  /** What `memory.list` was asked, and what it answers. */
  readonly listed: unknown[][];
  facts: readonly object[];
  readonly edited: unknown[][];
  readonly forgotten: string[];
  readonly asked: (readonly [string, RecallRequest | undefined])[];
  readonly saved: Memory[];
  readonly conversations: object[];
  hits: readonly object[];
  status: "saved" | "known";
  failure: Error | undefined;
  events: (signal: AbortSignal) => AsyncIterable<{ readonly type: string }>;
  /** What `recordedTurn` was given. */
  readonly turnsTaken: object[];
  /** What was accepted in each round of sync. */
  readonly synced: object[];
  /** What was asked of `sessions`: the method's name and its words. */
  readonly sessionsAsked: unknown[][];
}

const aSession = {
  session: { id: "01A", person: "ana", state: "active" },
  ...{ messages: [], events: [], context: {} },
};

export function fakeLoci(host = "127.0.0.1"): FakeLoci {
  const root = useTempFolder();
  const folder = join(root, "config");
  const device = { folder, vaultFolder: join(folder, "vault") };
  mkdirSync(device.vaultFolder, { recursive: true });
  const fake: FakeLoci = {
    root,
    device,
    settings: {
      languages: ["en"],
      ...{ server: { host }, banks: ["Personal", "Work"], defaultBank: "Personal" },
    },
    agents: () => [{ id: "loci", isFirst: true }],
    forModels: async () => {
      throw new Error("not asked for");
    },
    ...{ asked: [], listed: [], facts: [], edited: [], forgotten: [] },
    saved: [],
    conversations: [],
    hits: [],
    status: "saved",
    failure: undefined,
    events: async function* () {
      yield { type: "delta", text: "Hello" };
    },
    index: { bankCounts: async () => [] },
    memory: {
      async recall(query, filter) {
        if (fake.failure) throw fake.failure;
        fake.asked.push([query, filter]);
        return { hits: fake.hits, indexedAt: "2026-02-12T14:30:00.000Z" };
      },
      async remember(memories) {
        if (fake.failure) throw fake.failure;
        fake.saved.push(...memories);
        const { status } = fake;
        return memories.map(({ text }) => ({
          status,
          text,
          file: "topics/a.md",
          line: 3,
          id: "a1",
        }));
      },
      async list(viewer, request) {
        if (fake.failure) throw fake.failure;
        fake.listed.push([viewer, request]);
        return { facts: fake.facts, total: fake.facts.length };
      },
      edit: async (id, change) => {
        fake.edited.push([id, change]);
        return { id };
      },
      forget: async (memories) => void fake.forgotten.push(...memories.map(({ id }) => id)),
      undoable: async () => [],
      undoOne: async (id) => ({ id }),
      topics: async () => [
        { topic: "cooking", kind: "topic", file: "topics/cooking.md" },
        { topic: "readme", kind: "note", file: "readme.md" },
      ],
      recent: async () => [{ topic: "cooking", ago: "today" }],
      people: async () => ({ people: ["ana"], person: null }),
    },
    async converse(options) {
      if (fake.failure) throw fake.failure;
      fake.conversations.push(options ?? {});
      const say = (_content: string, _extra: object, signal: AbortSignal) => fake.events(signal);
      return { say, answerHandedOver: fake.events };
    },
    voice: {
      async recordedTurn(turn) {
        if (fake.failure) throw fake.failure;
        fake.turnsTaken.push(turn);
        return (signal: AbortSignal) => fake.events(signal);
      },
    },
    turnsTaken: [],
    sync: {
      async round({ accept } = {}) {
        if (fake.failure) throw fake.failure;
        fake.synced.push(accept ?? {});
        return { committed: 1, pulled: 0, pushed: 1, merged: [], keptBoth: [], conflicts: [] };
      },
      async state() {
        if (fake.failure) throw fake.failure;
        return { remote: "https://git.example.org/ana/memory.git", branch: "main", failure: null };
      },
    },
    synced: [],
    sessionsAsked: [],
    sessions: {
      list: async (...words) =>
        noting("list", [{ id: "01A", person: "ana", state: "active" }], words),
      find: async (...words) => noting("find", aSession.session, words),
      read: async (...words) => noting("read", aSession, words),
      begin: async (...words) => noting("begin", { id: "01B" }, words),
      addMessage: async (...words) => noting("addMessage", { id: 1 }, words),
      clearThread: async (...words) => noting("clearThread", { messages: 2 }, words),
      end: async (id, signal) => noting("end", { status: "digested" }, [id, signal?.aborted]),
      change: async (...words) => noting("change", { id: "01A" }, words),
      remove: async (...words) => noting("remove", { removed: 2 }, words),
    },
  };
  const noting = <T>(name: string, answer: T, words: readonly unknown[] = []): T => {
    if (fake.failure) throw fake.failure;
    fake.sessionsAsked.push([name, ...words]);
    return answer;
  };
  return fake;
}

/** As the server takes it. */
export const served = (fake: FakeLoci): ServedLoci => fake as unknown as ServedLoci;

export interface Served extends RunningServer {
  readonly loci: FakeLoci;
  readonly token: string;
  readonly base: string;
  readonly reports: string[];
  /** Asks with the token, unless the headers say otherwise. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body: unknown): Promise<Response>;
  /** Comes in as a browser does, by an address of its own. */
  enter(): Promise<{ readonly cookie: string; readonly setCookie: string }>;
}

/** A real server on a free port of loopback, closed when the test ends. */
export async function serve(
  loci: FakeLoci = fakeLoci(),
  port = 0,
  site?: ServedSite,
  voice?: ServedVoice,
  now: () => number = Date.now,
): Promise<Served> {
  const reports: string[] = [];
  const server = await startServer(served(loci), {
    site,
    voice,
    port,
    now,
    strict: true,
    report: (sentence) => reports.push(sentence),
  });
  onTestFinished(() => server.close());
  const token = readFileSync(join(loci.device.folder, "token"), "utf8").trim();
  const base = `http://127.0.0.1:${server.port}`;
  const ask: Served["ask"] = (path, init = {}) =>
    fetch(base + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
  const post: Served["post"] = (path, body) =>
    ask(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const enter: Served["enter"] = async () => {
    const { url } = Object(await (await ask("/api/address", { method: "POST" })).json());
    const answer = await fetch(url, { redirect: "manual" });
    const setCookie = answer.headers.get("set-cookie") ?? "";
    const [cookie = ""] = setCookie.split(";");
    return { cookie, setCookie };
  };
  return { ...server, loci, token, base, reports, ask, post, enter };
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request with headers and paths that fetch would not send. */
export function rawRequest(
  port: number,
  options: { path?: string; method?: string; headers?: Record<string, string>; host?: string },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, agent: false, ...options }, async (response) => {
      let body = "";
      for await (const part of response.setEncoding("utf8")) body += part;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    })
      .on("error", reject)
      .end();
  });
}

/** Sends bytes as they are, and returns all that comes back until the server closes the connection. */
export function rawSocket(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1"));
    socket.setEncoding("utf8");
    socket.on("data", (part) => {
      answer += part;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}
