import { expect, test } from "vitest";
import { apiOperations } from "../../src/server/create-app.ts";
import { rawRequest, rawSocket, serve, served } from "./serve.ts";

const doors = [
  ["POST", "/api/recall"],
  ["GET", "/api"],
  ["GET", "/api/not-there"],
  ["GET", "/metrics"],
  ["GET", "/mcp"],
  ["POST", "/mcp"],
  ["POST", "/api/address"],
  ["GET", "/v1/nothing"],
];

test("without a token no address of the memory opens, and none is told apart", async () => {
  const { base, loci } = await serve();
  const operations = apiOperations(served(loci)).map(({ at }) => at.split(" "));
  for (const [method = "", path = ""] of [...operations, ...doors]) {
    const answer = await fetch(base + path.replace("{id}", "x"), { method });
    expect([method, path, answer.status]).toEqual([method, path, 401]);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
  }
  expect(loci.asked).toEqual([]);
});

test("no other word is the token, and no answer holds it", async () => {
  const { base, token, ask, loci } = await serve();
  const wrong = ["", "Bearer", "Bearer ", `Bearer ${token}x`, `Bearer ${token.slice(1)}`];
  wrong.push(`Basic ${token}`, token, `Bearer ${token} ${token}`, `Bearer ${"A".repeat(43)}`);
  for (const authorization of wrong) {
    const answer = await fetch(`${base}/api/recall?q=a`, { headers: { authorization } });
    expect(answer.status, authorization).toBe(401);
  }
  expect((await fetch(`${base}/api/recall?q=a&token=${token}`)).status).toBe(401);
  expect(loci.asked).toEqual([]);
  expect((await ask("/api/recall?q=rice")).status).toBe(200);
  for (const path of ["/", "/talk/", "/healthz", "/login", "/api/recall", "/nope"]) {
    const answer = await fetch(base + path);
    const text = (await answer.text()) + JSON.stringify([...answer.headers]);
    expect(text, path).not.toContain(token);
  }
});

test.each([
  "evil.example:PORT",
  "evil.example",
  "127.0.0.1",
  "127.0.0.1:1",
  "127.0.0.1.evil.example:PORT",
  "localhost.:PORT",
  "0.0.0.0:PORT",
  "192.168.1.5:PORT",
])("the host %s is refused on every address", async (name) => {
  const { port, token, loci } = await serve();
  const headers = { host: name.replace("PORT", String(port)), authorization: `Bearer ${token}` };
  for (const path of ["/", "/talk/", "/healthz", "/login", "/api/recall?q=a", "/mcp", "/nope"]) {
    const { status, body } = await rawRequest(port, { path, headers });
    expect(status, path).toBe(403);
    expect(JSON.parse(body).error.data).toEqual({ header: "Host" });
  }
  expect(loci.asked).toEqual([]);
});

test("our own hosts are answered; a request with none, two or a strange one is not", async () => {
  const { port } = await serve();
  for (const name of ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"]) {
    const headers = { host: `${name}:${port}` };
    expect((await rawRequest(port, { path: "/healthz", headers })).status, name).toBe(200);
  }
  const host = `Host: 127.0.0.1:${port}\r\n`;
  for (const hosts of ["", `${host}Host: evil.example\r\n`, `Host: 127.0.0.1:${port}@a.b\r\n`]) {
    const answer = await rawSocket(
      port,
      `GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 40[03]/);
  }
});

test("on all networks only the address that the connection came in at is added", async () => {
  const { port, reports } = await serve({ host: "0.0.0.0" });
  const get = async (host: string) =>
    (await rawRequest(port, { path: "/healthz", headers: { host: `${host}:${port}` } })).status;
  expect(await get("127.0.0.1")).toBe(200);
  for (const host of ["evil.example", "192.168.1.5", "0.0.0.0"]) expect(await get(host)).toBe(403);
  expect(reports.join()).toContain("for the network, unencrypted");
  const other = await serve({ host: "127.0.0.2" });
  expect(other.url).toContain(`http://127.0.0.2:${other.port}/login?code=`);
});

test.each(["http://evil.example", "null", "https://127.0.0.1:PORT", "http://localhost:1", ""])(
  "the origin %j is refused, and no CORS header is sent",
  async (name) => {
    const { ask, port, base, loci } = await serve();
    const headers = { origin: name.replace("PORT", String(port)) };
    const answer = await ask("/api/recall?q=a", { headers });
    expect(answer.status).toBe(403);
    expect(loci.asked).toEqual([]);
    const own = await ask("/api/recall?q=a", { headers: { origin: base } });
    expect(own.status).toBe(200);
    const leave = await ask("/api/facts", {
      method: "OPTIONS",
      headers: { "access-control-request-method": "POST" },
    });
    expect(leave.status).toBe(404);
    const names = [answer, own, leave].flatMap(({ headers }) => [...headers.keys()]);
    expect(names.filter((one) => one.startsWith("access-control"))).toEqual([]);
  },
);

test("other sites' requests are refused, also from another port; links to a page are answered", async () => {
  const { port, token } = await serve();
  const get = async (path: string, site: string, mode = "cors") => {
    const fetched = { "sec-fetch-site": site, "sec-fetch-mode": mode };
    const headers = { authorization: `Bearer ${token}`, ...fetched };
    return (await rawRequest(port, { path, headers })).status;
  };
  for (const site of ["cross-site", "same-site"]) {
    expect(await get("/api/recall?q=a", site)).toBe(403);
    expect(await get("/api/recall?q=a", site, "navigate")).toBe(403);
    expect(await get("/v1/models", site, "navigate")).toBe(403);
    expect(await get("/talk/", site)).toBe(403);
    expect(await get("/talk/", site, "navigate")).toBe(200);
  }
  expect(await get("/api/recall?q=a", "same-origin")).toBe(200);
  expect(await get("/talk/", "none", "navigate")).toBe(200);
});

test("each answer says that nothing foreign runs, frames it or knows where it was linked from", async () => {
  const { base, ask } = await serve();
  for (const answer of [
    await fetch(`${base}/talk/`),
    await ask("/api/topics"),
    await ask("/nope"),
  ]) {
    const { headers } = answer;
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("permissions-policy")).toBe("microphone=(self), camera=(), geolocation=()");
  }
});

test("an address lets one browser in, once, for a day; the API takes its cookie", async () => {
  let now = Date.parse("2026-02-12T12:00:00Z");
  const server = await serve({ now: () => now });
  const { url, base, port, token } = server;
  expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/login\\?code=[\\w-]{43}$`));
  expect(url).not.toContain(token);
  const entered = await fetch(url, { redirect: "manual" });
  expect([entered.status, entered.headers.get("location")]).toEqual([302, "/"]);
  const set = entered.headers.get("set-cookie") ?? "";
  expect(set).toMatch(/^loci-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  const [cookie = ""] = set.split(";");
  const get = async (headers: Record<string, string>) =>
    (await fetch(`${base}/api/topics`, { headers })).status;
  expect(await get({ cookie })).toBe(200);
  expect((await fetch(url, { redirect: "manual" })).status).toBe(401);
  const again = await fetch(url, { redirect: "manual", headers: { cookie } });
  expect(again.status).toBe(302); // The back button of who is in already.
  const { url: spare } = Object(
    await (await server.ask("/api/address", { method: "POST" })).json(),
  );
  await fetch(spare, { redirect: "manual", headers: { cookie } });
  expect((await fetch(spare, { redirect: "manual" })).status).toBe(401); // Also by who was in.
  const [name = "", value = ""] = cookie.split("=");
  const wrong = [`${name}=`, `${name}=${value}x`, `loci-1=${value}`, `${name}=${token}`, value];
  for (const other of wrong) expect(await get({ cookie: other }), other).toBe(401);
  expect(await get({ cookie, authorization: "Bearer wrong" })).toBe(401);
  expect(await get({ cookie, origin: "http://127.0.0.1:1" })).toBe(403);
  const late = (await server.enter()).setCookie;
  expect(late).not.toBe("");
  now += 24 * 60 * 60_000;
  expect(await get({ cookie })).toBe(401);
  const { url: stale } = Object(
    await (await server.ask("/api/address", { method: "POST" })).json(),
  );
  now += 10 * 60_000;
  expect((await fetch(stale, { redirect: "manual" })).status).toBe(401);
});
