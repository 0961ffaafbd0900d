import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startUp } from "../start-loci.ts";
import { useVault } from "../temp.ts";

const vault = {
  "loci.yaml": "timezone: UTC\nlanguages: [es]\n",
  "topics/cooking.md": "# Cooking\n\n- Prefers bomba rice (2026-02-12)\n",
  "people/ana/profile.md": "- Ana likes tea\n",
} as const;

test("loci up shows the site behind its door, and a change of a file on its page", {
  timeout: 180_000,
}, async () => {
  const root = useVault(vault);
  const up = await startUp(root);
  const door = await fetch(`${up.base}/`, { headers: { accept: "text/html" } });
  expect([door.status, await door.text()]).toEqual([
    401,
    expect.stringContaining("loci up --address"),
  ]);
  await up.shows("/", "Cooking");
  const home = await (await up.ask("/")).text();
  expect(home).toContain('href="/talk/"');
  expect(home).not.toContain("likes tea");
  expect((await up.ask("/people/ana/")).status).toBe(404);
  expect(await (await fetch(`${up.base}/talk/`)).text()).toContain('<a href="/">Memory</a>');

  const events = await up.ask("/live-events");
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toMatch(/^data: at /);
  appendFileSync(join(root, "topics/cooking.md"), "- Broth from bones (2026-02-13)\n");
  // A watcher may tell of one write more than once.
  expect((await reader?.read())?.value).toMatch(/^(?:data: changed\n\n)+$/);
  await up.shows("/topics/cooking/", "Broth from bones");
  writeFileSync(join(root, "topics/garden.md"), "- Sage by the wall\n");
  await up.shows("/topics/garden/", "Sage by the wall");
  rmSync(join(root, "topics/garden.md"));
  await up.shows("/topics/garden/", 'class="not-found"');
  expect((await up.ask("/topics/garden/")).status).toBe(404);
  await reader?.cancel();

  const [renderer = 0, ...others] = up.children();
  expect([existsSync(`/proc/${renderer}`), others], "it stays for the next page").toEqual([
    true,
    [],
  ]);
  const started = performance.now();
  expect(await up.stop()).toBe(0);
  expect(existsSync(`/proc/${renderer}`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(up.said()).not.toMatch(/Cannot/);
});

test("the process that renders ends with the loci up that is killed", async () => {
  const up = await startUp(useVault(vault));
  expect(up.children(), "nobody has asked for a page").toEqual([]);
  await up.shows("/", "Cooking");
  const [child = 0] = up.children();
  await up.stop("SIGKILL");
  const isGone = (): boolean => {
    try {
      return /^State:\s+Z/m.test(readFileSync(`/proc/${child}/status`, "utf8"));
    } catch {
      return true;
    }
  };
  await expect.poll(isGone, { timeout: 40_000 }).toBe(true);
});

test("a site that cannot be rendered is told once, and loci up goes on", async () => {
  const root = useVault({ ...vault, "loci.yaml": "site:\n  protectedBanks: [Helth]\n" });
  const up = await startUp(root);
  for (let i = 0; i < 3; i++) {
    const home = await up.ask("/");
    expect([home.status, await home.text()]).toEqual([
      expect.any(Number),
      expect.stringContaining("Helth"),
    ]);
    expect(home.status).toBeGreaterThanOrEqual(400);
  }
  expect(up.said().match(/Cannot use the bank "Helth"/g)).toHaveLength(1);
  expect((await up.ask("/api/recall?q=broth")).status).toBe(200);
  expect(await up.stop()).toBe(0);
});

test("with site.enabled off the address leads to the page to talk on", async () => {
  const root = useVault(vault);
  const up = await startUp(root, { LOCI_SITE_ENABLED: "false" });
  const home = await fetch(`${up.base}/`, { redirect: "manual" });
  expect([home.status, home.headers.get("location")]).toEqual([302, "/talk/"]);
  expect(up.children()).toEqual([]);
  expect(await up.stop()).toBe(0);
});
