import { describe, expect, test } from "vitest";
import { rawRequest, serve } from "./serve.ts";

const hostile = "</script><script>alert(1)</script> \u2028 \u0000 \n\nevent: done\ndata: {} ' \" `";

describe("/api/recall", () => {
  test("GET hands the query's fields over", async () => {
    const { ask, loci } = await serve();
    loci.hits = [{ text: "Prefers bomba rice", file: "topics/cooking.md", line: 13 }];
    const path =
      "/api/recall?q=rice+%26+beans&k=3&bank=Health&topic=cooking&person=ana&agent=home&since=2026-01-01&until=2026-02-01&archive=1";
    const answer = await ask(path);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      query: "rice & beans",
      hits: loci.hits,
      indexedAt: "2026-02-12T14:30:00.000Z",
    });
    const whose = { bank: "Health", topic: "cooking" };
    const when = { since: "2026-01-01", until: "2026-02-01", archive: true };
    const viewer = { person: "ana", agent: "home" };
    expect(loci.asked).toEqual([["rice & beans", { ...whose, ...when, limit: 3, viewer }]]);
  });

  test("POST takes the same as JSON", async () => {
    const { post, loci } = await serve();
    await post("/api/recall", { query: "arròs 米饭 ☕", k: 2, agent: "home", archive: false });
    const asked = { limit: 2, archive: false, viewer: { agent: "home" } };
    expect(loci.asked).toEqual([["arròs 米饭 ☕", asked]]);
  });

  test("a hostile memory arrives as data, byte for byte", async () => {
    const { ask, loci } = await serve();
    loci.hits = [{ text: hostile }];
    const answer = await ask("/api/recall?q=x");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await answer.json()).toMatchObject({ hits: [{ text: hostile }] });
  });

  test("HEAD answers as GET without the body", async () => {
    const { port, token } = await serve();
    const headers = { authorization: `Bearer ${token}` };
    const options = { path: "/api/recall?q=x", headers };
    const get = await rawRequest(port, options);
    const head = await rawRequest(port, { ...options, method: "HEAD" });
    expect([head.status, head.body]).toEqual([200, ""]);
    expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
  });
});

describe("/api/facts", () => {
  test("POST saves and answers 201 with the line, 200 where it was known", async () => {
    const { post, loci } = await serve();
    const line = { text: "Likes tea", file: "topics/a.md", line: 3, id: "a1" };
    const first = await post("/api/facts", { text: " Likes tea " });
    expect([first.status, await first.json()]).toEqual([201, { status: "saved", ...line }]);
    loci.status = "known";
    const second = await post("/api/facts", { text: "Likes tea" });
    expect([second.status, await second.json()]).toEqual([200, { status: "known", ...line }]);
    expect(loci.saved[0]).toEqual({ text: "Likes tea" });
  });

  test("POST hands every field over", async () => {
    const { post, loci } = await serve();
    const rest = { text: "Nuts", topic: "food", bank: "Health", date: "2026-02-12" };
    await post("/api/facts", { ...rest, person: "ana", agent: "chef", protect: true });
    expect(loci.saved).toEqual([{ ...rest, person: "ana", agent: "chef", protected: true }]);
  });
});

test("/api/topics lists topics, and every file where asked; /api/recent what was touched", async () => {
  const { ask } = await serve();
  const topic = { topic: "cooking", kind: "topic", file: "topics/cooking.md" };
  expect(await (await ask("/api/topics")).json()).toEqual({ topics: [topic] });
  expect(await (await ask("/api/topics?all=true")).json()).toMatchObject({
    topics: [topic, { topic: "readme" }],
  });
  expect(await (await ask("/api/recent")).json()).toEqual({
    recent: [{ topic: "cooking", ago: "today" }],
  });
});

test("/healthz says that Loci is there and nothing else", async () => {
  const { base } = await serve();
  const answer = await fetch(`${base}/healthz`);
  expect([answer.status, await answer.text()]).toEqual([200, '{"ok":true}']);
});

describe("page", () => {
  test.each([
    ["/talk/", "text/html; charset=utf-8"],
    ["/talk/live.js", "text/javascript; charset=utf-8"],
    ["/talk/event-lines.js", "text/javascript; charset=utf-8"],
    ["/talk/speaker.js", "text/javascript; charset=utf-8"],
    ["/talk/prove.js", "text/javascript; charset=utf-8"],
    ["/talk/door.js", "text/javascript; charset=utf-8"],
    ["/talk/enter.js", "text/javascript; charset=utf-8"],
    ["/talk/live.css", "text/css; charset=utf-8"],
  ])("%s is served without a token, under the strictest policy", async (path, type) => {
    const { base } = await serve();
    const answer = await fetch(base + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("content-security-policy")).toMatchInlineSnapshot(
      `"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"`,
    );
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });

  test("asks no other host, holds nothing inline and makes no HTML of text", async () => {
    const { base } = await serve();
    const scriptNames = ["live.js", "event-lines.js", "speaker.js", "prove.js", "enter.js"];
    const [html, css, ...scripts] = await Promise.all(
      ["", "live.css", ...scriptNames].map(async (name) =>
        (await fetch(`${base}/talk/${name}`)).text(),
      ),
    );
    const js = scripts.join("");
    const all = `${html}${js}${css}`;
    const addresses = all.match(/(?:https?:)?\/\/[\w.-]+\.\w+/g) ?? [];
    expect(new Set(addresses)).toEqual(new Set(["http://www.w3.org"])); // The icon's namespace.
    expect(html).not.toMatch(/<style|\son\w+=|<script>|style=/i);
    expect(js).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|srcdoc/);
    expect(Buffer.byteLength(all)).toBeLessThan(25_000);
  });

  test("without a site the home address leads to the page to talk on, as /talk does", async () => {
    const { base } = await serve();
    for (const path of ["/", "/talk"]) {
      const answer = await fetch(base + path, { redirect: "manual" });
      expect([answer.status, answer.headers.get("location")], path).toEqual([302, "/talk/"]);
    }
    expect(await (await fetch(`${base}/`)).text()).not.toContain("Memory</a>");
  });

  test.each([
    "/index.html",
    "/talk/index.html",
    "/talk/login.html",
    "/talk/live.js/",
    "/talk//live.js",
    "//talk/live.js",
    "/talk/./live.js",
    "/talk/../talk/live.js",
    "/talk/%6cive.js",
    "/talk/live.js%00",
    "/live.js",
    "/../../package.json",
    "/..%2f..%2fpackage.json",
    "/%2e%2e/%2e%2e/package.json",
    "/..\\..\\package.json",
    "/.loci/token",
    "/topics/cooking.md",
    "/favicon.ico",
    "/__proto__",
    "/constructor",
    "http://127.0.0.1/",
    "*",
  ])("%s is not an address", async (path) => {
    const { port } = await serve();
    const { status, body } = await rawRequest(port, { path });
    expect(status).toBe(404);
    expect(JSON.parse(body).error.code).toBe("NOT_FOUND");
  });
});
