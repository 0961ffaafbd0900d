import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { rawSocket } from "./serve.ts";
import { serveSite } from "./serve-site.ts";

/** The pages' own policy stands in them; the server says the same, and what only a header can. */
const base = readFileSync(new URL("../../site/layouts/Base.astro", import.meta.url), "utf8");
const policy = `${/"(default-src [^"]+)"/.exec(base)?.[1]}; frame-ancestors 'none'`;

test.each([
  ["/", "text/html; charset=utf-8", "<h1>Home: paella</h1>"],
  ["/topics/cooking/", "text/html; charset=utf-8", "<h1>Cooking: bomba rice</h1>"],
  ["/topics/cooking/?q=1", "text/html; charset=utf-8", "<h1>Cooking: bomba rice</h1>"],
  ["/topics/cooking/index.html", "text/html; charset=utf-8", "<h1>Cooking: bomba rice</h1>"],
  [encodeURI("/topics/قهوة-☕/"), "text/html; charset=utf-8", "<h1>Coffee: strong</h1>"],
  ["/graph.json", "application/json; charset=utf-8", '{"nodes":[]}'],
  ["/feed.xml", "application/xml; charset=utf-8", "<feed/>"],
  ["/assets/page.CxD3kz1a.css", "text/css; charset=utf-8", "body{}"],
  ["/pagefind/pagefind.js", "text/javascript; charset=utf-8", "1"],
  ["/pagefind/fragment/en_1a2b3c4d.pf_fragment", "application/octet-stream", "x"],
  ["/files/oven.mp3", "audio/mpeg", "0123456789"],
  ["/files/empty.txt", "text/plain; charset=utf-8", ""],
])(
  "%s is served under the strictest policy, and no browser keeps what holds memory",
  async (path, type, body) => {
    const { visit } = await serveSite();
    const answer = await visit(path);
    expect([answer.status, answer.headers["content-type"], answer.body]).toEqual([200, type, body]);
    expect(answer.headers).toMatchObject({
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "content-length": String(Buffer.byteLength(body)),
    });
    expect(answer.headers["cache-control"]).toBe(
      /page\.Cx/.test(path) ? "private, max-age=31536000, immutable" : "no-store",
    );
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  },
);

test.each([
  "/../canary.html",
  "/topics/../../canary.html",
  "/%2e%2e/canary.html",
  "/%2E%2E/canary.html",
  "/.%2e/canary.html",
  "/..%2fcanary.html",
  "/..%2Fcanary.html",
  "/topics%2f..%2f..%2fcanary.html",
  "/..%5ccanary.html",
  "/..\\canary.html",
  "/topics\\cooking/",
  "/%252e%252e/canary.html",
  "/..%252fcanary.html",
  "/%c0%ae%c0%ae/canary.html",
  "/..%c0%afcanary.html",
  "/%uff0e%uff0e/canary.html",
  "/%ef%bc%8e%ef%bc%8e/canary.html",
  "/..;/canary.html",
  "/.../canary.html",
  "/.%20./canary.html",
  "/..%00/canary.html",
  "/index.html%00.css",
  "/index.html%00",
  "/index.html%0a",
  "/index.html.",
  "/index.html%20",
  "/index.html::$DATA",
  "/index.html/",
  "/index.html/x",
  "/C:/Windows/win.ini",
  "/c%3a/x.html",
  "//canary.html",
  "//127.0.0.1/canary.html",
  "/topics//cooking/",
  "/topics/./cooking/",
  "/topics/%2e/cooking/",
  "/.loci-site.json",
  "/%2eloci-site.json",
  "/.hidden/",
  "/topics/.hidden/index.html",
  "/%",
  "/%zz",
  "/%e0%a4%a",
  "/%ff.html",
  "/%ed%a0%80.html",
  `/${"a".repeat(5_000)}/`,
  `/${"a".repeat(300)}.html`,
  "/-up/index.html",
  "/../site-up/index.html",
  "/notes/run.sh",
  "/files/evil.html",
  "/files/evil.svg",
  "/files/evil.js",
  "/files/%65vil.html",
  "/files//evil.html",
  "/__proto__/",
  "/constructor",
  "/nope/",
])("%s is not an address", async (path) => {
  const { port, cookie } = await serveSite();
  const head = `Host: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`;
  const request = `GET ${path} HTTP/1.1\r\n${head}`;
  const answer = await rawSocket(port, request);
  expect(answer).toMatch(/^HTTP\/1.1 404 /);
  expect(answer).toMatch(/<h1>Nothing here<\/h1>$/);
  expect(answer).not.toMatch(/canary|secret|hidden<|<script|root:/);
});

test("an address in the form that proxies get, and *, are none", async () => {
  const { visit } = await serveSite();
  for (const path of ["http://127.0.0.1/", "http://evil.example/", "*"]) {
    expect((await visit(path)).status, path).toBe(404);
  }
});

test("a symbolic link is not followed, wherever it stands", async () => {
  const { visit, site } = await serveSite();
  const outside = join(site.folder, "..", "canary.html");
  symlinkSync(outside, join(site.folder, "link.html"));
  symlinkSync(join(site.folder, ".."), join(site.folder, "up"));
  symlinkSync(join(site.folder, "topics"), join(site.folder, "same"));
  mkdirSync(join(site.folder, "linked"));
  symlinkSync(outside, join(site.folder, "linked/index.html"));
  for (const path of ["/link.html", "/up/canary.html", "/same/cooking/", "/linked/", "/up"]) {
    expect((await visit(path)).status, path).toBe(404);
  }
});

test("a site's folder that is a link itself shows nothing", async () => {
  const { visit, site } = await serveSite();
  rmSync(site.folder, { recursive: true });
  symlinkSync(join(site.folder, "../site-up"), site.folder);
  const { status, body } = await visit("/");
  expect([status, JSON.parse(body).error.code]).toEqual([404, "NOT_FOUND"]);
});

test("a pipe in the folder makes nobody wait", async () => {
  const { visit, site } = await serveSite();
  const { execFileSync } = await import("node:child_process");
  execFileSync("mkfifo", [join(site.folder, "pipe.html")]);
  expect((await visit("/pipe.html")).status).toBe(404);
});

test("a folder's address gets its slash", async () => {
  const { visit } = await serveSite();
  const answer = await visit(encodeURI("/topics/قهوة-☕"));
  expect([answer.status, answer.headers.location]).toEqual([302, encodeURI("/topics/قهوة-☕/")]);
  expect((await visit("//topics/cooking")).headers.location).toBeUndefined();
});

test("HEAD answers as GET without the body", async () => {
  const { visit } = await serveSite();
  for (const path of ["/", "/nope", "/files/oven.mp3"]) {
    const [get, head] = [await visit(path), await visit(path, {}, "HEAD")];
    expect([head.status, head.body], path).toEqual([get.status, ""]);
    const { date: _a, ...whole } = get.headers;
    const { date: _b, ...bare } = head.headers;
    expect(bare, path).toEqual(whole);
  }
});

test("what a browser has is not sent again; what changed is", async () => {
  const { visit, site } = await serveSite();
  const etag = String((await visit("/")).headers.etag);
  for (const known of [etag, `W/${etag}`, `"a", ${etag}`]) {
    const answer = await visit("/", { "if-none-match": known });
    expect([answer.status, answer.body, answer.headers.etag], known).toEqual([304, "", etag]);
    expect(answer.headers["cache-control"]).toBe("no-store");
  }
  expect((await visit("/", { "if-none-match": '"other"' })).status).toBe(200);
  writeFileSync(join(site.folder, "index.html"), "<h1>Home: sopa!!</h1>");
  const changed = await visit("/", { "if-none-match": etag });
  expect([changed.status, changed.body]).toEqual([200, "<h1>Home: sopa!!</h1>"]);
});

test.each([
  ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
  ["bytes=4-", 206, "456789", "bytes 4-9/10"],
  ["bytes=-2", 206, "89", "bytes 8-9/10"],
  ["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
  ["bytes=9-99", 206, "9", "bytes 9-9/10"],
  ["bytes=10-", 416, "", "bytes */10"],
  ["bytes=-0", 416, "", "bytes */10"],
  ["bytes=3-1", 200, "0123456789", undefined],
  ["bytes=0-1,4-5", 200, "0123456789", undefined],
  ["bytes=-", 200, "0123456789", undefined],
  ["lines=0-1", 200, "0123456789", undefined],
  ["bytes=99999999999999999999-", 200, "0123456789", undefined],
])("Range: %s", async (range, status, body, contentRange) => {
  const { visit } = await serveSite();
  const answer = await visit("/files/oven.mp3", { range });
  expect([answer.status, answer.body]).toEqual([status, body]);
  expect(answer.headers["content-range"]).toBe(contentRange);
});

test("If-Range gives the whole file where it has changed, and an empty file has no ranges", async () => {
  const { visit } = await serveSite();
  const etag = String((await visit("/files/oven.mp3")).headers.etag);
  const part = { range: "bytes=0-0" };
  expect((await visit("/files/oven.mp3", { ...part, "if-range": etag })).status).toBe(206);
  expect((await visit("/files/oven.mp3", { ...part, "if-range": '"x"' })).status).toBe(200);
  expect((await visit("/files/empty.txt", part)).status).toBe(416);
});

test("other methods are refused for every address alike", async () => {
  const { visit } = await serveSite();
  for (const path of ["/", "/nope", "/topics/cooking/"]) {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const answer = await visit(path, {}, method);
      expect([answer.status, answer.headers.allow], method).toEqual([405, "GET, HEAD"]);
    }
  }
});

test("a site that is deleted while it is served is missing, and nothing else fails", async () => {
  const { visit, site, reports } = await serveSite();
  rmSync(site.folder, { recursive: true });
  expect((await visit("/")).status).toBe(404);
  expect((await visit("/healthz")).status).toBe(200);
  expect(reports).toEqual([]);
});

test("large files that are broken off, at any moment, leave no file open", async () => {
  const { visit, port, site, cookie } = await serveSite();
  const film = join(site.folder, "files/film.mp4");
  writeFileSync(film, Buffer.alloc(8_000_000));
  const open = () =>
    readdirSync("/proc/self/fd").filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === film;
      } catch {
        return false; // The one that read the list.
      }
    }).length;
  const head = `Host: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n\r\n`;
  for (let i = 0; i < 40; i++) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.write(`GET /files/film.mp4 HTTP/1.1\r\n${head}`);
    if (i % 2 === 0) await new Promise((resolve) => socket.once("data", resolve));
    else await sleep(i / 10);
    socket.destroy();
  }
  await expect.poll(open).toBe(0);
  expect((await visit("/")).status).toBe(200);
});
