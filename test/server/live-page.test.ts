import { createServer, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { fakeLoci, rawRequest, serve } from "./serve.ts";

/** As the page has it; the tests do not wait that long. */
const lookAgainMs = 3_000;

interface Page {
  /** Types a question and sends it. */
  readonly ask: (question: string) => void;
  readonly state: () => string;
}

/** Runs the page's script on stand-ins for what it touches of a browser; `fetch` goes to 127.0.0.1. */
async function openPage(port: number, token: string): Promise<Page> {
  const elements = new Map<string, ReturnType<typeof makeElement>>();
  const getElementById = (id: string) => {
    const element = elements.get(id) ?? makeElement();
    elements.set(id, element);
    return element;
  };
  const reach = globalThis.fetch;
  vi.stubGlobal("document", {
    getElementById,
    querySelectorAll: () => [],
    createElement: () => makeElement(),
  });
  vi.stubGlobal("location", { hash: `#token=${token}`, port: String(port) });
  vi.stubGlobal("history", { replaceState() {} });
  vi.stubGlobal("sessionStorage", { getItem: () => token, setItem() {} });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) =>
    reach(`http://127.0.0.1:${port}${path}`, init),
  );
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
  onTestFinished(() => {
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
  "the page handed its token to whoever took the port after Loci (who proves %j)",
  { timeout: 20_000 },
  async (proof) => {
    const loci = fakeLoci();
    const turns = vi.spyOn(loci, "events");
    const { port, token, close } = await serve(loci);
    const page = await openPage(port, token);
    page.ask("rice");
    await expect.poll(() => turns.mock.calls.length).toBe(1);
    // A request under way goes to whoever it was proved to: let the page come to rest first.
    await sleep(700);
    await close();

    const stranger = await takeOver(port, proof);
    page.ask("rice");
    await expect.poll(page.state, { timeout: 5_000 }).toBe("No access");
    // The page looks again by itself.
    await expect.poll(() => stranger.requests.length, { timeout: 8_000 }).toBeGreaterThanOrEqual(2);
    expect(stranger.requests.map(everything).join("\n")).not.toContain(token);
    for (const { url } of stranger.requests) expect(url).toMatch(/^\/healthz\?nonce=[\w-]{36}$/);
    await stranger.close();

    await serve(loci, port);
    await expect.poll(page.state, { timeout: 8_000 }).toBe("");
  },
);

test("the page was fooled by a stranger that asks a Loci at another port for the proof", async () => {
  const loci = fakeLoci();
  const first = await serve(loci);
  await first.close();
  const second = await serve(loci);
  const page = await openPage(first.port, first.token);
  const requests: IncomingMessage[] = [];
  const relay = createServer(async (request, response) => {
    requests.push(request);
    response.end((await rawRequest(second.port, { path: request.url ?? "" })).body);
  });
  await new Promise<void>((resolve) => relay.listen(first.port, "127.0.0.1", resolve));
  onTestFinished(() => void relay.close().closeAllConnections());
  expect(second.token).toBe(first.token);
  page.ask("rice");
  await expect.poll(page.state, { timeout: 5_000 }).toBe("No access");
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.map(everything).join("\n")).not.toContain(first.token);
});

test("without SubtleCrypto the page asks again only when a person does", async () => {
  const { port, token, close } = await serve();
  await close();
  vi.stubGlobal("crypto", {});
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("gone"));
  onTestFinished(() => asked.mockRestore());
  const page = await openPage(port, token);
  await vi.waitFor(() => expect(page.state()).toBe("Loci is not running"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
  page.ask("rice");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
});
