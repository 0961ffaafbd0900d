import { describe, expect, test } from "vitest";
import { fakeLoci, rawRequest, rawSocket, serve } from "./serve.ts";

const guarded = [
  ["GET", "/api/recall?q=rice"],
  ["POST", "/api/recall"],
  ["POST", "/api/facts"],
  ["GET", "/api/topics"],
  ["GET", "/api/recent"],
  ["POST", "/api/chat"],
  ["GET", "/api"],
  ["GET", "/api/not-there"],
  ["DELETE", "/api/facts"],
  ["GET", "/metrics"],
  ["GET", "/mcp"],
] as const;

describe("token", () => {
  test.each(guarded)("%s %s is refused without it", async (method, path) => {
    const { base, loci } = await serve();
    const answer = await fetch(base + path, { method });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect(loci.asked).toEqual([]);
  });

  test("checkToken() refuses every other word", async () => {
    const { base, token, loci } = await serve();
    const wrong = ["", "Bearer", "Bearer ", `Bearer ${token}x`, `Bearer ${token.slice(1)}`];
    wrong.push(`Basic ${token}`, token, `Bearer ${token} ${token}`, `Bearer ${"A".repeat(43)}`);
    for (const authorization of wrong) {
      const answer = await fetch(`${base}/api/recall?q=a`, { headers: { authorization } });
      expect(answer.status, authorization).toBe(401);
    }
    expect((await fetch(`${base}/api/recall?q=a&token=${token}`)).status).toBe(401);
    expect(loci.asked).toEqual([]);
  });

  test("checkToken() lets the right one in", async () => {
    const { ask, loci } = await serve();
    expect((await ask("/api/recall?q=rice")).status).toBe(200);
    expect(loci.asked).toEqual([["rice", { viewer: {} }]]);
  });

  test("no answer holds the token", async () => {
    const { base, token } = await serve();
    for (const path of [
      "/",
      "/talk/",
      "/talk/live.js",
      "/healthz",
      `/healthz?nonce=${"n".repeat(16)}`,
      "/api/recall",
      "/nope",
    ]) {
      const answer = await fetch(base + path);
      expect(await answer.text()).not.toContain(token);
      expect(JSON.stringify([...answer.headers])).not.toContain(token);
    }
  });
});

describe("Host", () => {
  test.each([
    "evil.example:PORT",
    "evil.example",
    "127.0.0.1",
    "127.0.0.1:1",
    "localhost",
    "127.0.0.1.evil.example:PORT",
    "localhost.:PORT",
    "127.0.0.1:PORT@evil.example",
    "0.0.0.0:PORT",
    "192.168.1.5:PORT",
  ])("%s is refused on every route", async (name) => {
    const { port, token, loci } = await serve();
    const headers = { host: name.replace("PORT", String(port)), authorization: `Bearer ${token}` };
    for (const path of ["/", "/talk/", "/talk/live.js", "/healthz", "/api/recall?q=a", "/nope"]) {
      const { status, body } = await rawRequest(port, { path, headers });
      expect(status, path).toBe(403);
      expect(JSON.parse(body).error.data).toEqual({ header: "Host" });
    }
    expect(loci.asked).toEqual([]);
  });

  test.each(["127.0.0.1:PORT", "localhost:PORT", "LOCALHOST:PORT", "[::1]:PORT"])(
    "%s is ours",
    async (name) => {
      const { port } = await serve();
      const headers = { host: name.replace("PORT", String(port)) };
      expect((await rawRequest(port, { path: "/healthz", headers })).status).toBe(200);
    },
  );

  test("a request without one, or with two, is refused", async () => {
    const { port } = await serve();
    const end = "Connection: close\r\n\r\n";
    const two = `Host: 127.0.0.1:${port}\r\nHost: evil.example\r\n`;
    expect(await rawSocket(port, `GET /healthz HTTP/1.0\r\n${end}`)).toMatch(/^HTTP\/1.1 403/);
    expect(await rawSocket(port, `GET /healthz HTTP/1.1\r\n${end}`)).toMatch(/^HTTP\/1.1 400/);
    expect(await rawSocket(port, `GET /healthz HTTP/1.1\r\n${two}${end}`)).toMatch(
      /^HTTP\/1.1 40[03]/,
    );
  });

  test("on all networks only the address the connection came in at is added", async () => {
    const { port, reports } = await serve(fakeLoci("0.0.0.0"));
    const get = async (host: string) =>
      (await rawRequest(port, { path: "/healthz", headers: { host: `${host}:${port}` } })).status;
    expect(await get("127.0.0.1")).toBe(200);
    expect(await get("evil.example")).toBe(403);
    expect(await get("192.168.1.5")).toBe(403);
    expect(await get("0.0.0.0")).toBe(403);
    expect(reports.join()).toContain("for the network, unencrypted");
  });

  test("another loopback address may be set, and is then the one that is printed", async () => {
    const { port, url, reports } = await serve(fakeLoci("127.0.0.2"));
    expect(url).toContain(`http://127.0.0.2:${port}/#code=`);
    const headers = { host: `127.0.0.2:${port}` };
    const { status } = await rawRequest(port, { host: "127.0.0.2", path: "/healthz", headers });
    expect(status).toBe(200);
    expect(reports).toEqual([]);
  });
});

describe("Origin", () => {
  test.each(["http://evil.example", "null", "https://127.0.0.1:PORT", "http://localhost:1", ""])(
    "%j is refused",
    async (name) => {
      const { ask, port, loci } = await serve();
      const headers = { origin: name.replace("PORT", String(port)) };
      const answer = await ask("/api/recall?q=a", { headers });
      expect(answer.status).toBe(403);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      expect(loci.asked).toEqual([]);
    },
  );

  test("our own is let in, and no CORS header is sent", async () => {
    const { ask, base } = await serve();
    const answer = await ask("/api/recall?q=a", { headers: { origin: base } });
    expect(answer.status).toBe(200);
    const names = [...answer.headers.keys()].filter((name) => name.startsWith("access-control"));
    expect(names).toEqual([]);
  });

  test("a preflight gets no leave", async () => {
    const { base, token } = await serve();
    const headers = { "access-control-request-method": "POST", authorization: `Bearer ${token}` };
    const answer = await fetch(`${base}/api/recall`, { method: "OPTIONS", headers });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  });
});

describe("Sec-Fetch-Site", () => {
  const get = async (path: string, site: string, mode = "cors") => {
    const { port, token } = await serve();
    const headers = {
      authorization: `Bearer ${token}`,
      "sec-fetch-site": site,
      "sec-fetch-mode": mode,
    };
    return (await rawRequest(port, { path, headers })).status;
  };

  test("other sites' requests are refused, also from another port of this machine", async () => {
    expect(await get("/api/recall?q=a", "cross-site")).toBe(403);
    expect(await get("/api/recall?q=a", "same-site")).toBe(403);
    expect(await get("/talk/live.js", "cross-site")).toBe(403);
    expect(await get("/api/recall?q=a", "cross-site", "navigate")).toBe(403);
  });

  test("our own requests, typed addresses and links to the page are answered", async () => {
    expect(await get("/api/recall?q=a", "same-origin")).toBe(200);
    expect(await get("/talk/", "none", "navigate")).toBe(200);
    expect(await get("/talk/", "cross-site", "navigate")).toBe(200);
  });
});
