import { createServer, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { LociError } from "../../src/errors.ts";
import { type Entered, fakeLoci, rawRequest, serve } from "./serve.ts";

/** As the page has it; the tests do not wait that long. */
const lookAgainMs = 3_000;

interface Page {
  /** Types a question and sends it. */
  readonly ask: (question: string) => void;
  readonly state: () => string;
  /** Texts of the elements that the script made, in order. */
  readonly shown: () => readonly string[];
}

/** Runs the page's script on stand-ins for what it touches of a browser; `fetch` goes to 127.0.0.1 with the cookie. */
async function openPage(
  port: number,
  entered: Entered,
  storage = new Map<string, string>(),
): Promise<Page> {
  storage.set("loci-key", entered.key);
  const elements = new Map<string, ReturnType<typeof makeElement>>();
  const getElementById = (id: string) => {
    const element = elements.get(id) ?? makeElement();
    elements.set(id, element);
    return element;
  };
  const made: ReturnType<typeof makeElement>[] = [];
  const reach = globalThis.fetch;
  const left = new AbortController();
  vi.stubGlobal("document", {
    getElementById,
    querySelectorAll: () => [],
    createElement: () => {
      const element = makeElement();
      made.push(element);
      return element;
    },
  });
  vi.stubGlobal("location", { hash: "", port: String(port) });
  vi.stubGlobal("history", { replaceState() {} });
  const store = {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
  };
  vi.stubGlobal("sessionStorage", store);
  vi.stubGlobal("localStorage", store);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (!path.startsWith("/")) return reach(path, init); // The test's own.
    const headers = { ...init?.headers, cookie: entered.cookie };
    return reach(`http://127.0.0.1:${port}${path}`, { ...init, headers, signal: left.signal });
  });
  const timers: NodeJS.Timeout[] = [];
  const start = globalThis.setTimeout;
  // Node's own fetch calls it too, with a word more for its work.
  vi.stubGlobal(
    "setTimeout",
    (work: (...words: unknown[]) => void, ms: number, ...words: unknown[]) => {
      const timer = start(work, ms === lookAgainMs ? lookAgainMs / 20 : ms, ...words);
      timers.push(timer);
      return timer;
    },
  );
  onTestFinished(async () => {
    // What the page still asks for ends before its document goes.
    left.abort();
    await sleep(20);
    for (const timer of timers) clearTimeout(timer);
    vi.unstubAllGlobals();
    vi.resetModules();
  });
  const script = new URL("../../site/live/live.js", import.meta.url).pathname;
  await import(/* @vite-ignore */ script);
  return {
    ask(question) {
      getElementById("words").value = question;
      getElementById("ask").listeners.get("submit")?.({ preventDefault() {} });
    },
    state: () => getElementById("state").textContent,
    shown: () => made.map(({ textContent }) => textContent).filter((text) => text !== ""),
  };
}

/** An element that takes whatever is done to it. */
function makeElement() {
  const listeners = new Map<string, (event: object) => void>();
  const own = {
    listeners,
    value: "",
    textContent: "",
    addEventListener: (name: string, listen: (event: object) => void) => {
      listeners.set(name, listen);
    },
  };
  return new Proxy(own, {
    get: (target, name) => Reflect.get(target, name) ?? (() => makeElement()),
  });
}

/** Another program on a port: it answers everything with 200 and keeps what it was sent. */
async function takeOver(port: number, proof: unknown) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.end(JSON.stringify({ ok: true, proof, recent: [], topics: [] }));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  onTestFinished(() => void close());
  return { requests, close };
}

const everything = ({ url, rawHeaders }: IncomingMessage): string => [url, ...rawHeaders].join(" ");

test.each([undefined, "", "00".repeat(32), 5])(
  "the page handed its key and what was typed to whoever took the port after Loci (who proves %j)",
  { timeout: 60_000 },
  async (proof) => {
    const loci = fakeLoci();
    const turns = vi.spyOn(loci, "events");
    const { port, token, enter, close } = await serve(loci);
    const entered = { ...(await enter()) };
    const { cookie, key } = entered;
    const storage = new Map<string, string>();
    const page = await openPage(port, entered, storage);
    page.ask("rice");
    await expect.poll(() => turns.mock.calls.length).toBe(1);
    // A request under way goes to whoever it was proved to: let the page come to rest first.
    await sleep(3_000);
    await close();

    const stranger = await takeOver(port, proof);
    page.ask("rice");
    await expect.poll(page.state, { timeout: 40_000 }).toBe("No access");
    // The page looks again by itself.
    await expect
      .poll(() => stranger.requests.length, { timeout: 40_000 })
      .toBeGreaterThanOrEqual(2);
    const told = stranger.requests.map(everything).join("\n");
    for (const secret of [token, key]) expect(told).not.toContain(secret);
    for (const { url } of stranger.requests) expect(url).toMatch(/^\/healthz\?nonce=[\w-]{36}$/);
    await stranger.close();

    // What it did get, the cookie, opens nothing in a Loci that is restarted.
    const next = await serve(loci, port);
    const headers = { cookie, "loci-key": key };
    const { status } = await rawRequest(port, { path: "/api/recent", headers });
    expect(status).toBe(401);
    await sleep(300);
    expect(page.state()).toBe("No access");
    expect(next.loci.conversations).toHaveLength(1);
    // Another tab comes in: then this one is in too.
    storage.set("loci-key", Object.assign(entered, await next.enter()).key);
    await expect.poll(page.state, { timeout: 40_000 }).toBe("");
  },
);

test("the page was fooled by a stranger that asks a Loci at another port for the proof", async () => {
  const loci = fakeLoci();
  const first = await serve(loci);
  const entered = await first.enter();
  await first.close();
  const second = await serve(loci);
  const page = await openPage(first.port, entered);
  const requests: IncomingMessage[] = [];
  const relay = createServer(async (request, response) => {
    requests.push(request);
    response.end((await rawRequest(second.port, { path: request.url ?? "" })).body);
  });
  await new Promise<void>((resolve) => relay.listen(first.port, "127.0.0.1", resolve));
  onTestFinished(() => void relay.close().closeAllConnections());
  expect(second.token).toBe(first.token);
  page.ask("rice");
  await expect.poll(page.state, { timeout: 40_000 }).toBe("No access");
  expect(requests.length).toBeGreaterThan(0);
  const told = requests.map(everything).join("\n");
  for (const secret of [first.token, entered.key]) expect(told).not.toContain(secret);
});

test("without SubtleCrypto the page asks again only when a person does", async () => {
  const { port, enter, close } = await serve();
  const entered = await enter();
  await close();
  vi.stubGlobal("crypto", {});
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("gone"));
  onTestFinished(() => asked.mockRestore());
  const page = await openPage(port, entered);
  await vi.waitFor(() => expect(page.state()).toBe("Loci is not running"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
  page.ask("rice");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
});

const session = { type: "session", id: "01S", person: null };

test("a page that is loaded again shows what was said, and goes on with it", async () => {
  const loci = fakeLoci();
  loci.events = async function* () {
    yield session;
    yield { type: "delta", text: "Bomba." };
  };
  const messages = [
    { role: "user", content: "which rice?" },
    { role: "assistant", content: "", toolCalls: [] },
    { role: "tool", content: "{}" },
    { role: "assistant", content: "Bomba." },
  ];
  const whole = await loci.sessions.read?.("01S");
  loci.sessions.read = async () => ({ ...Object(whole), messages });
  const { port, enter } = await serve(loci);
  const entered = await enter();
  const storage = new Map<string, string>();
  const first = await openPage(port, entered, storage);
  first.ask("which rice?");
  await expect.poll(() => storage.get("session")).toBe("01S");

  await sleep(300); // Until the first page has come to rest.
  vi.unstubAllGlobals();
  vi.resetModules();
  const second = await openPage(port, entered, storage);
  await expect.poll(second.shown).toEqual(expect.arrayContaining(["which rice?", "Bomba."]));
  second.ask("and how much?");
  await expect.poll(() => loci.conversations).toEqual([{}, { person: null, resume: "01S" }]);
});

test("a page whose conversation is over begins another", async () => {
  const loci = fakeLoci();
  loci.events = async function* () {
    yield { ...session, id: "01T" };
  };
  const { converse } = loci;
  loci.converse = async (options) => {
    const conversation = await converse(options);
    if (options?.resume === undefined) return conversation;
    throw new LociError("NOT_FOUND", "Cannot go on with the conversation: it is over");
  };
  const { port, enter } = await serve(loci);
  const entered = await enter();
  const storage = new Map([["session", "01S"]]);
  const page = await openPage(port, entered, storage);
  page.ask("rice");
  await expect.poll(() => storage.get("session")).toBe("01T");
  expect(loci.conversations).toEqual([{ resume: "01S" }, {}]);
});

test("the page shows memories as cards, the rest of an answer as text, and what happened beside it", async () => {
  const loci = fakeLoci();
  const hits = [
    { text: "Prefers bomba rice", topic: "cooking", file: "topics/cooking.md", line: 13 },
    { text: "Oven rice: 20 minutes", topic: "cooking", file: "topics/cooking.md", line: 17 },
  ];
  const saved = { status: "saved", text: "Lives in Reus", file: "a.md", line: 3 };
  const clear = "Prefers bomba rice (cooking, 2026-02-12, topics/cooking.md:13)";
  loci.events = async function* () {
    yield { type: "recall", hits };
    yield { type: "language", from: "en", to: "ca" };
    yield { type: "tool", name: "remember", result: saved };
    yield { type: "delta", text: `${clear}\n` };
    yield { type: "delta", text: "- Oven rice: 20 minutes (cooking, topics/cooking.md:17)\n" };
    yield { type: "delta", text: "Noted in b.md:4" };
    yield { type: "topic", topic: "cooking", file: "topics/cooking.md" };
    yield { type: "unheard-of" };
  };
  const { port, enter } = await serve(loci);
  const page = await openPage(port, await enter());
  page.ask("rice");
  await expect.poll(page.shown).toContain("Topic: cooking");
  await expect.poll(page.shown).toContain("Lives in Reus");
  const shown = page.shown();
  expect(shown).toContain(`${clear}\nNoted in b.md:4`);
  expect(shown).toContain("Oven rice: 20 minutes");
  expect(shown).toContain("Language: ca");
  expect(shown).toContain("a.md:3");
});
