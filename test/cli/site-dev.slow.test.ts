import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";
import { startLoci } from "./running-site.ts";

const vault = {
  "loci.yaml": "timezone: UTC\n",
  "topics/cooking.md": "# Cooking\n\n- Prefers bomba rice (2026-02-12)\n",
  "people/ana/profile.md": "- Ana likes tea\n",
} as const;

test("loci site dev shows an edit soon, to who has the token, and nothing but the site", async () => {
  const root = useVault(vault);
  const dev = await startLoci(["site", "dev", "--vault", root, "--include", "people/ana"]);
  await dev.shows("/", "Cooking");
  expect((await fetch(`${dev.base}/`)).status).toBe(401);
  expect((await dev.ask("/people/ana/")).status).toBe(200);
  expect(await (await dev.ask("/")).text()).not.toContain('href="/talk/"');
  for (const path of ["/api/recall?q=a", "/api/topics", "/talk/", "/talk/live.js"]) {
    expect((await dev.ask(path)).status, path).toBe(404);
  }
  expect((await fetch(`${dev.base}/talk/door.js`)).status).toBe(200);

  const events = await dev.ask("/live-events");
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await reader?.read())?.value;
  expect(await next()).toMatch(/^data: at /);
  const took: number[] = [];
  for (const words of ["Broth from bones", "Saffron in the freezer", "Never salmon"]) {
    const started = performance.now();
    appendFileSync(join(root, "topics/cooking.md"), `- ${words}\n`);
    expect(await next()).toBe("data: changed\n\n");
    expect(await (await dev.ask("/topics/cooking/")).text()).toContain(words);
    took.push(performance.now() - started);
  }
  // Within a second on a machine that has nothing else to do.
  expect(Math.min(...took)).toBeLessThan(2_000);
  await reader?.cancel();

  writeFileSync(join(root, "topics/bad.md"), "---\nbank: [\n---\n- Still here\n");
  await dev.shows("/topics/bad/", "Still here");
  expect(await dev.stop("SIGINT")).toBe(0);
  expect(existsSync(join(root, ".loci/site"))).toBe(false);
});

test("loci site dev says where it is in a line of JSON", async () => {
  const dev = await startLoci(["site", "dev", "--vault", useVault(vault), "--json", "--quiet"]);
  const [line = ""] = dev.said().split("\n");
  expect(JSON.parse(line)).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#code=/),
  });
  expect(await dev.stop()).toBe(0);
});

test("loci site dev says in a sentence that its port is taken, and ends", async () => {
  const root = useVault(vault);
  const dev = await startLoci(["site", "dev", "--vault", root]);
  const { port } = new URL(dev.base);
  const { code, stderr } = await runLoci(["site", "dev", "--vault", root, "--port", port]);
  expect([code, stderr]).toEqual([
    1,
    `Cannot listen on port ${port}: another program (or Loci) uses it; choose another with --port N, or --port 0 for any free one\n`,
  ]);
});
