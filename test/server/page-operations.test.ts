import { expect, test } from "vitest";
import { writeFiles } from "../temp.ts";
import { serve } from "./serve.ts";
import { serveSite } from "./serve-site.ts";

test("POST /api/html renders as the site does: no raw HTML, no script, no address that runs", async () => {
  const { post } = await serve();
  const texts = [
    "# Rice\n\n- **bomba**\n- `senia`\n\n| a | b |\n|---|---|\n| 1 | 2 |",
    '<img src=x onerror=alert(1)> <script>alert(2)</script> [x](javascript:alert(3)) [y](data:text/html,z) <a href="//evil">',
    "[site](https://example.org/a) ![far](https://evil.example/pixel.png) [[cooking]] [own](../secret.md)",
    "",
    `$$\\frac{1}{2}$$\n\n${"> ".repeat(300)}deep`,
  ];
  const { html } = await (await post("/api/html", { texts })).json();
  const [laidOut, hostile, links, empty, deep] = html as string[];
  expect(laidOut).toMatch(
    /<strong>Rice<\/strong>[\s\S]*<strong>bomba<\/strong>[\s\S]*<code>senia<\/code>/,
  );
  expect(laidOut).toContain("<table");
  expect(hostile).toContain("&#x3C;img src=x onerror=alert(1)>");
  expect(hostile).not.toMatch(/<(?:img|script|a )/);
  expect(links).toContain('<a class="external" href="https://example.org/a"');
  expect(links).not.toMatch(/<img|pixel\.png" src|secret\.md"/);
  expect(empty).toBe("");
  expect(deep).toContain("deep");
});

test("POST /api/html takes a list of texts, and no more than 200", async () => {
  const { post, base } = await serve();
  for (const body of [{}, { texts: "x" }, { texts: [1] }, { texts: Array(201).fill("x") }]) {
    expect((await post("/api/html", body)).status, JSON.stringify(body)).toBe(400);
  }
  expect((await fetch(`${base}/api/html`, { method: "POST" })).status).toBe(401);
});

test("texts that are hard to lay out let others be answered between them", async () => {
  const { post, ask } = await serve();
  const texts = Array.from({ length: 16 }, () => "[".repeat(1900) + "](".repeat(950));
  const rendering = post("/api/html", { texts });
  let others = 0;
  let isDone = false;
  void rendering.then(() => {
    isDone = true;
  });
  while (!isDone) {
    await ask("/api/people");
    others++;
  }
  expect((await (await rendering).json()).html).toHaveLength(16);
  expect(others).toBeGreaterThan(4);
});

test("GET /api/languages lists what a conversation can be in", async () => {
  const { ask } = await serve();
  expect(await (await ask("/api/languages")).json()).toEqual({ languages: ["en"] });
});

test("/page-of leads from a file to its page, as the site names it, and nowhere else", async () => {
  const { loci, visit, base } = await serveSite();
  writeFiles(loci.root, {
    "topics/cooking.md": "# Cooking\n",
    "topics/旅行 日本.md": "# Japan\n",
    "people/ana.md": "# Ana\n",
  });
  const leads = async (file: string) => {
    const { status, headers } = await visit(`/page-of?file=${encodeURIComponent(file)}`);
    return [status, headers.location];
  };
  expect(await leads("topics/cooking.md")).toEqual([302, "/topics/cooking/"]);
  expect(await leads("topics/旅行 日本.md")).toEqual([
    302,
    `/topics/${encodeURIComponent("旅行-日本")}/`,
  ]);
  expect(await leads("//evil.example/")).toEqual([302, "/%2F%2Fevil.example%2F"]);
  expect(await leads("../../etc/passwd")).toEqual([302, "/..%2F..%2Fetc%2Fpasswd"]);
  expect(await leads("")).toEqual([302, "/"]);
  const stranger = await fetch(`${base}/page-of?file=topics/cooking.md`, { redirect: "manual" });
  expect([stranger.status, stranger.headers.get("location")]).toEqual([401, null]);
});

test("the pages may use the microphone, and no other device", async () => {
  const { base } = await serve();
  const { headers } = await fetch(`${base}/talk/`);
  expect(headers.get("permissions-policy")).toBe("microphone=(self), camera=(), geolocation=()");
});
