import { expect, test } from "vitest";
import { serve } from "./serve.ts";
import { serveSite } from "./serve-site.ts";

test("without the cookie every page's address shows the same, whether there is a page or not", async () => {
  const { visit, base, token } = await serveSite();
  const cookie = { cookie: "" };
  const pages = ["/", "/topics/cooking/", "/topics/secret/", "/files/index.html", "/page-of/"];
  const shown = await Promise.all(pages.map((path) => visit(path, cookie)));
  for (const { status, body, headers } of shown) {
    expect([status, headers["cache-control"]]).toEqual([401, "no-store"]);
    expect(body).toBe(shown[0]?.body);
    expect(body).toContain("loci up --address");
  }
  const german = await visit("/", { ...cookie, "accept-language": "de-AT,de;q=0.9,en;q=0.8" });
  expect(german.body).toContain('lang="de"');
  for (const path of ["/graph.json", "/files/oven.mp3", "/nope.png", "/live-events", "/page-of"]) {
    const { status, body } = await visit(path, cookie);
    expect([path, status, JSON.parse(body).error.code]).toEqual([path, 401, "UNAUTHORIZED"]);
  }
  const owner = { headers: { authorization: `Bearer ${token}` } };
  expect(await (await fetch(`${base}/`, owner)).text()).toContain("paella");
  const wrong = { ...cookie, authorization: "Bearer wrong" };
  expect((await visit("/", wrong)).status).toBe(401);
});

test("with it there are its pages and files", async () => {
  const { visit } = await serveSite();
  expect((await visit("/")).body).toContain("paella");
  expect((await visit("/topics/cooking/")).body).toContain("bomba");
  const types = {
    "/graph.json": "application/json",
    "/files/oven.mp3": "audio/mpeg",
    "/assets/page.CxD3kz1a.css": "text/css; charset=utf-8",
  };
  for (const [path, type] of Object.entries(types)) {
    const { headers } = await visit(path);
    expect(headers["content-type"], path).toBe(type);
    expect(headers["cache-control"]).toMatch(
      path.startsWith("/assets/") ? /immutable/ : /no-store/,
    );
  }
  for (const path of ["/nope/", "/../canary.html", "/topics/%ff/", "/__proto__"])
    expect([path, (await visit(path)).status]).toEqual([path, 404]);
});

test("a part of a sound is sent where one is asked for, and nothing again that did not change", async () => {
  const { visit } = await serveSite();
  const whole = await visit("/files/oven.mp3");
  expect([whole.body, whole.headers["accept-ranges"]]).toEqual(["0123456789", "bytes"]);
  for (const [range, body, told] of [
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=5-99", "56789", "bytes 5-9/10"],
  ] as const) {
    const part = await visit("/files/oven.mp3", { range });
    expect([part.status, part.body, part.headers["content-range"]]).toEqual([206, body, told]);
  }
  for (const range of ["bytes=99-", "bytes=4-2", "lines=1-2", "bytes=x"])
    expect((await visit("/files/oven.mp3", { range })).body, range).toBe("0123456789");
  const { etag = "" } = whole.headers;
  expect((await visit("/files/oven.mp3", { "if-none-match": etag })).status).toBe(304);
  expect((await visit("/files/oven.mp3", {}, "HEAD")).body).toBe("");
});

test("it tells who may see it of each change, and nobody else; a page that cannot be rendered is a failure", async () => {
  const { visit, site, base, cookie, close } = await serveSite();
  site.isBroken = true;
  expect((await visit("/")).status).toBe(500);
  const { body } = await fetch(`${base}/live-events`, { headers: { cookie } });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toMatch(/^data: at /);
  site.notify();
  expect((await reader?.read())?.value).toBe("data: changed\n\n");
  expect((await visit("/live-events", {}, "HEAD")).status).toBe(200);
  expect((await visit("/page-of?file=topics/cooking.md")).headers.location).toBe(
    "/topics/cooking/",
  );
  const odd = await visit(`/page-of?file=${encodeURIComponent("//evil.example/")}`);
  expect(odd.headers.location).toBe("/%2F%2Fevil.example%2F");
  const ended = reader?.read();
  await close();
  expect((await ended)?.value).toContain("event: done");
});

test("replies are rendered by the site, and link to its pages for the owner alone", async () => {
  const { post } = await serveSite();
  const { html } = Object(await (await post("/api/html", { texts: ["abc"] })).json());
  expect(html).toEqual(["<p>3 true</p>"]);
});

test("without a site the home address leads to the page to talk on, which holds no memory", async () => {
  const { base, post } = await serve();
  for (const path of ["/", "/talk"]) {
    const answer = await fetch(base + path, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")], path).toEqual([302, "/talk/"]);
  }
  const page = await (await fetch(`${base}/talk/`)).text();
  const loaded = [...page.matchAll(/(?:src|href)="(\/talk\/[\w.-]+)"/g)].map(([, path]) => path);
  expect(loaded.length).toBeGreaterThan(3);
  for (const path of loaded) {
    const { status, headers } = await fetch(base + path);
    expect([path, status, headers.get("cache-control")]).toEqual([path, 200, "no-cache"]);
    expect(headers.get("content-type")).toMatch(/^text\/(?:css|javascript)/);
  }
  expect(page).not.toMatch(/<style|\son\w+=|<script>|style=/i);
  const answer = await post("/api/html", { texts: ["**bomba**"] });
  expect(await answer.json()).toEqual({ html: [] });
  expect((await post("/api/html", { texts: Array(201).fill("x") })).status).toBe(400);
});
