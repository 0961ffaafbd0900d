import { describe, expect, test } from "vitest";
import { fakeLoci, rawRequest, serve } from "./serve.ts";
import { serveSite } from "./serve-site.ts";

describe("who may see it", () => {
  const paths = ["/", "/topics/cooking/", "/nope/", "/talk/x/", "/../", "/.loci-site.json/"];

  test("without the cookie every page's address shows the door, whether there is a page or not", async () => {
    const { port } = await serveSite();
    const bodies = new Set<string>();
    for (const path of paths) {
      const answer = await rawRequest(port, { path });
      expect([answer.status, answer.headers["content-type"]], path).toEqual([
        401,
        "text/html; charset=utf-8",
      ]);
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(answer.headers["www-authenticate"]).toMatch(/^Bearer/);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      bodies.add(answer.body);
    }
    expect(bodies.size).toBe(1);
    expect([...bodies].join()).toMatch(/<noscript><p>To show its key/);
    expect([...bodies].join()).not.toMatch(/paella|cooking|\{\{|undefined/);
  });

  test("what a page loads is refused in a sentence, whether it is there or not", async () => {
    const { port } = await serveSite();
    const answers = new Set<string>();
    for (const path of ["/graph.json", "/assets/plain.js", "/nope.css", "/files/oven.mp3"]) {
      const { status, body } = await rawRequest(port, { path });
      answers.add(`${status} ${body}`);
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers].join()).toMatch(/^401 .*the request has no key/);
    const asPage = { path: "/graph.json", headers: { accept: "text/html,*/*" } };
    expect((await rawRequest(port, asPage)).headers["content-type"]).toMatch(/html/);
  });

  test("no other cookie opens it: another value, name, server, or the token itself", async () => {
    const served = await serveSite();
    const other = await serveSite();
    const { port, cookie, token } = served;
    const [name = "", value = ""] = cookie.split("=");
    const wrong = [
      "",
      `${name}=`,
      `${name}=${"A".repeat(43)}`,
      `${name}=${value}x`,
      `${name}=${value.slice(1)}`,
      `${name}=${token}`,
      `loci=${value}`,
      `loci-1=${value}`,
      `x${name}=${value}`,
      `${name}x=${value}`,
      `${name.toUpperCase()}=${value}`,
      `${name}="${value}"`,
      `${name}=${encodeURIComponent(`${value} `)}`,
      `${name}=${other.cookie.split("=")[1]}`,
      other.cookie,
      `${name}=__proto__`,
    ];
    for (const forged of wrong) {
      const answer = await rawRequest(port, { path: "/", headers: { cookie: forged } });
      expect(answer.status, forged).toBe(401);
    }
    expect(name).toBe(`loci-${port}`);
    const among = { cookie: `a=b; ${name}=wrong;${cookie};c=d` };
    expect((await rawRequest(port, { path: "/", headers: among })).status).toBe(200);
  });

  test("the cookie reads the site and nothing else, and dies with its server", async () => {
    const { visit, cookie, enter } = await serveSite();
    expect((await enter()).setCookie).toMatch(
      /^loci-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await visit("/api/address", {}, "POST")).status).toBe(401);
    for (const path of [
      "/api/recall?q=a",
      "/api/topics",
      "/api/sessions",
      "/api/nope",
      "/metrics",
    ]) {
      expect((await visit(path)).status, path).toBe(401);
    }
    const again = await serveSite();
    const renamed = cookie.replace(/^loci-\d+/, `loci-${again.port}`);
    const { status } = await rawRequest(again.port, { path: "/", headers: { cookie: renamed } });
    expect(status).toBe(401);
  });

  test("the token opens it too; a wrong one does not, with the cookie or without", async () => {
    const { ask, visit, port } = await serveSite();
    expect(await (await ask("/topics/cooking/")).text()).toContain("bomba rice");
    const headers = { authorization: `Bearer ${"A".repeat(43)}` };
    expect((await rawRequest(port, { path: "/", headers })).status).toBe(401);
    expect((await visit("/", headers)).status).toBe(401);
  });

  test("other names, origins and sites are turned away, with the cookie too", async () => {
    const { visit, port } = await serveSite();
    expect((await visit("/", { host: `evil.example:${port}` })).status).toBe(403);
    expect((await visit("/", { host: `127.0.0.1:${port + 1}` })).status).toBe(403);
    expect((await visit("/", { origin: "http://evil.example" })).status).toBe(403);
    for (const site of ["cross-site", "same-site"]) {
      const from = (mode: string) => ({ "sec-fetch-site": site, "sec-fetch-mode": mode });
      expect((await visit("/files/oven.mp3", from("no-cors"))).status).toBe(403);
      expect((await visit("/live-events", from("cors"))).status).toBe(403);
      // A link elsewhere may lead here: a browser sends no cookie along, and nothing may frame it.
      expect((await visit("/", from("navigate"))).status).toBe(200);
    }
  });

  test("the door speaks the language of the site", async () => {
    const arabic = await serveSite("ar");
    const { body } = await rawRequest(arabic.port, { path: "/" });
    expect(body).toContain('<html lang="ar" dir="rtl">');
    expect(body).toContain("افتح العنوان");
    const unknown = await serveSite("tlh");
    expect((await rawRequest(unknown.port, { path: "/" })).body).toContain('lang="en" dir="ltr"');
  });
});

describe("before there is a site", () => {
  test("a page says that it is being made, looks again by itself, and leads to the page to talk on", async () => {
    const { visit, site } = await serveSite();
    site.state = "coming";
    const coming = await visit("/topics/cooking/");
    expect([coming.status, coming.headers["retry-after"]]).toEqual([503, "1"]);
    expect(coming.body).toContain('<meta http-equiv="refresh" content="1">');
    expect(coming.body).toContain("The pages are being made");
    expect(coming.body).toContain('<a href="/talk/">Talk</a>');
    site.state = "failed";
    const failed = await visit("/");
    expect(failed.body).toContain("could not be made");
    expect((await visit("/graph.json")).status).toBe(503);
    site.state = "there";
    expect((await visit("/topics/cooking/")).status).toBe(200);
  });

  test("it is behind the door as well", async () => {
    const { port, site } = await serveSite();
    site.state = "coming";
    expect((await rawRequest(port, { path: "/" })).status).toBe(401);
  });
});

describe("/live-events", () => {
  test("tells who has the cookie that the site was rebuilt, each time", async () => {
    const { base, cookie, site } = await serveSite();
    const answer = await fetch(`${base}/live-events`, { headers: { cookie } });
    expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const next = async () => (await reader?.read())?.value;
    const at = await next();
    expect(at).toMatch(/^data: at [\w-]+-0\n\n$/);
    for (let i = 0; i < 2; i++) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      site.notify();
      expect(await next()).toBe("data: changed\n\n");
    }
    const other = await fetch(`${base}/live-events`, { headers: { cookie } });
    const { value } = (await other.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe(at?.replace("-0\n", "-2\n"));
    await reader?.cancel();
  });

  test("tells nobody else", async () => {
    const { base, port, visit } = await serveSite();
    expect((await fetch(`${base}/live-events`)).status).toBe(401);
    const cookie = `loci-${port}=${"A".repeat(43)}`;
    expect((await visit("/live-events", { cookie })).status).toBe(401);
    expect((await visit("/live-events", {}, "HEAD")).status).toBe(200);
  });

  test("leaves room for questions, however many listen", async () => {
    const { ask, base, cookie } = await serveSite();
    const leave = new AbortController();
    const held: Response[] = []; // One that nobody holds any more, Node may close.
    for (let i = 0; i < 70; i++) {
      held.push(await fetch(`${base}/live-events`, { headers: { cookie }, signal: leave.signal }));
    }
    expect(held.map(({ status }) => status)).toEqual(held.map(() => 200));
    expect((await ask("/api/recent")).status).toBe(200);
    leave.abort();
  });

  test("close() ends it", async () => {
    const { base, cookie, close } = await serveSite();
    const answer = await fetch(`${base}/live-events`, { headers: { cookie } });
    const started = performance.now();
    const [text] = await Promise.all([answer.text(), close()]);
    expect(text).toMatch(/^data: at .*\n\nevent: done\ndata: {}\n\n$/);
    expect(performance.now() - started).toBeLessThan(1_900); // It would wait 2 s.
  });
});

test("without a site there is no session to ask for, and no door", async () => {
  const { ask, base } = await serve(fakeLoci());
  expect((await ask("/api/site-session", { method: "POST" })).status).toBe(404);
  expect((await fetch(`${base}/topics/cooking/`)).status).toBe(404);
});
