import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { useVault } from "../temp.ts";
import { startLoci } from "./running-site.ts";

const vault = {
  "loci.yaml": "timezone: UTC\nlanguages: [es]\n",
  "topics/cooking.md": "# Cooking\n\n- Prefers bomba rice (2026-02-12)\n",
  "people/ana/profile.md": "- Ana likes tea\n",
} as const;

test("loci up shows the site behind its door, and a change of a file on its page", {
  timeout: 180_000,
}, async () => {
  const root = useVault(vault);
  const up = await startLoci(["up", "--vault", root]);
  const door = await fetch(`${up.base}/`, { headers: { accept: "text/html" } });
  expect([door.status, await door.text()]).toEqual([401, expect.stringContaining('lang="es"')]);
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
  expect((await reader?.read())?.value).toBe("data: changed\n\n");
  await up.shows("/topics/cooking/", "Broth from bones");
  writeFileSync(join(root, "topics/garden.md"), "- Sage by the wall\n");
  await up.shows("/topics/garden/", "Sage by the wall");
  rmSync(join(root, "topics/garden.md"));
  await up.shows("/topics/garden/", "404");
  expect((await up.ask("/topics/garden/")).status).toBe(404);
  await reader?.cancel();

  const [builder = 0, ...others] = up.children();
  expect([existsSync(`/proc/${builder}`), others], "it stays for the next change").toEqual([
    true,
    [],
  ]);
  const started = performance.now();
  expect(await up.stop()).toBe(0);
  expect(existsSync(`/proc/${builder}`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(up.said()).not.toMatch(/not built|Cannot/);
  const left = /Private, and not on the site: people\/ana; site\.include: \[people\/ana\]/g;
  expect(up.said().match(left)).toHaveLength(1);
  expect(existsSync(join(root, ".loci/site"))).toBe(false);
});

test("loci up leaves no process, whenever it is stopped", async () => {
  const root = useVault(vault);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    rmSync(join(root, ".loci/site-up"), { recursive: true, force: true });
    const up = await startLoci(["up", "--vault", root]);
    await expect.poll(up.children, { timeout: 40_000, interval: 10 }).toHaveLength(1);
    const [child = 0] = up.children();
    expect(await up.stop(signal)).toBe(0);
    expect(existsSync(`/proc/${child}`)).toBe(false);
    expect(up.said()).not.toContain("not built");
  }
});

test.each([
  ["builds", 600],
  ["waits for the next change", 0],
])("a process that %s ends with the loci up that is killed", async (_, length) => {
  const topics = Object.fromEntries(
    Array.from({ length }, (_, i) => [`topics/t${i}.md`, `# T${i}\n\n- Line ${i}\n`]),
  );
  const up = await startLoci(["up", "--vault", useVault({ ...vault, ...topics })]);
  await expect.poll(up.children, { timeout: 40_000, interval: 10 }).toHaveLength(1);
  const [child = 0] = up.children();
  if (length === 0) await up.shows("/", "Cooking");
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

test("a site that cannot be built is told once, and loci up goes on", async () => {
  const root = useVault({ ...vault, "loci.yaml": "site:\n  protectedBanks: [Helth]\n" });
  const up = await startLoci(["up", "--vault", root]);
  const sentence = /The site is not rebuilt: Cannot use the bank "Helth"/g;
  await expect.poll(up.said, { timeout: 40_000 }).toMatch(sentence);
  appendFileSync(join(root, "topics/cooking.md"), "- Broth from bones\n");
  await sleep(2_500);
  expect(up.said().match(sentence)).toHaveLength(1);
  const home = await up.ask("/");
  expect([home.status, await home.text()]).toEqual([503, expect.stringContaining("/talk/")]);
  expect((await up.ask("/api/recall?q=broth")).status).toBe(200);
  expect(await up.stop()).toBe(0);
});

test("with site.enabled off nothing is built, and the address leads to the page to talk on", async () => {
  const root = useVault(vault);
  const up = await startLoci(["up", "--vault", root], { LOCI_SITE_ENABLED: "false" });
  const home = await fetch(`${up.base}/`, { redirect: "manual" });
  expect([home.status, home.headers.get("location")]).toEqual([302, "/talk/"]);
  await sleep(2_000);
  expect(up.children()).toEqual([]);
  expect(existsSync(join(root, ".loci/site-up"))).toBe(false);
  expect(await up.stop()).toBe(0);
});
