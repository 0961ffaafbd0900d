import { mkdirSync, readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { ServedSite } from "../../src/server/pages.ts";
import { type ServedLoci, startServer } from "../../src/server/start-server.ts";
import type { ServedVoice } from "../../src/server/voice-routes.ts";
import { useTempFolder } from "../temp.ts";

/** What a test of the fake vault sets, and what it looks at. */
interface Noted {
  /** Each call that was answered: the method's name and its words. */
  readonly asked: unknown[][];
  /** What every call rejects with. */
  failure: Error | undefined;
  /** What comes of a turn. */
  events: (signal: AbortSignal) => AsyncIterable<{ readonly type: string }>;
}

export type FakeLoci = ReturnType<typeof fakeLoci>;

/** A vault that notes what it was asked; a method that is not here is a failure of the server. */
export function fakeLoci(host = "127.0.0.1") {
  const root = useTempFolder();
  const folder = join(root, "config");
  const device = { folder, vaultFolder: join(folder, "vault") };
  mkdirSync(device.vaultFolder, { recursive: true });
  const noted: Noted = {
    asked: [],
    failure: undefined,
    events: async function* () {
      yield { type: "delta", text: "Hello" };
    },
  };
  const answers =
    (name: string, answer: unknown) =>
    async (...words: unknown[]) => {
      if (noted.failure) throw noted.failure;
      noted.asked.push([name, ...words]);
      return answer;
    };
  const turn = (signal: AbortSignal) => noted.events(signal);
  const say = (_content: string, _extra: object, signal: AbortSignal) => turn(signal);
  const saved = { status: "saved", text: "a", file: "topics/a.md", line: 3, id: "a1" };
  return Object.assign(noted, {
    root,
    device,
    settings: { languages: ["en"], server: { host }, banks: ["Personal"], defaultBank: "Personal" },
    agents: () => [{ id: "loci", isFirst: true }],
    memory: {
      recall: answers("recall", { hits: [], indexedAt: "2026-02-12T14:30:00.000Z" }),
      remember: answers("remember", [saved]),
      topics: answers("topics", []),
      people: answers("people", { people: [], person: null }),
    },
    sessions: {},
    converse: answers("converse", { say, answerHandedOver: turn }),
    voice: { recordedTurn: answers("recordedTurn", turn) },
    sync: {
      round: answers("round", { committed: 1 }),
      state: answers("state", { branch: "main", failure: null }),
    },
  });
}

/** As the server takes it. */
export const served = (fake: FakeLoci): ServedLoci => fake as unknown as ServedLoci;

interface ServeOptions {
  readonly host?: string;
  readonly port?: number;
  readonly site?: ServedSite;
  readonly voice?: ServedVoice | undefined;
  readonly now?: () => number;
}

export type Served = Awaited<ReturnType<typeof serve>>;

/** A real server of a fake vault, on a free port of loopback, closed when the test ends. */
export async function serve({ host, port = 0, ...options }: ServeOptions = {}) {
  const loci = fakeLoci(host);
  const reports: string[] = [];
  const report = (sentence: string) => reports.push(sentence);
  const server = await startServer(served(loci), { ...options, port, strict: true, report });
  onTestFinished(() => server.close());
  const token = readFileSync(join(loci.device.folder, "token"), "utf8").trim();
  const base = `http://127.0.0.1:${server.port}`;
  /** Asks with the token, unless the headers say otherwise. */
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(base + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
  const post = (path: string, body: unknown) =>
    ask(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  /** Comes in as a browser does, by an address of its own. */
  const enter = async () => {
    const { url } = Object(await (await ask("/api/address", { method: "POST" })).json());
    const answer = await fetch(url, { redirect: "manual" });
    const setCookie = answer.headers.get("set-cookie") ?? "";
    const [cookie = ""] = setCookie.split(";");
    return { cookie, setCookie };
  };
  return { ...server, loci, token, base, reports, ask, post, enter };
}

/** A request with headers and paths that fetch would not send. */
export function rawRequest(
  port: number,
  options: { path?: string; method?: string; headers?: Record<string, string>; host?: string },
) {
  return new Promise<Answer>((resolve, reject) => {
    request({ host: "127.0.0.1", port, agent: false, ...options }, async (response) => {
      const { statusCode: status, headers } = response;
      resolve({ status, headers, body: await text(response) });
    })
      .on("error", reject)
      .end();
  });
}

type Answer = Pick<IncomingMessage, "headers"> & { status: number | undefined; body: string };

/** Sends bytes as they are, and returns all that comes back until the server closes the connection. */
export async function rawSocket(port: number, sent: string): Promise<string> {
  const socket = connect(port, "127.0.0.1", () => socket.write(sent, "latin1"));
  return text(socket);
}
