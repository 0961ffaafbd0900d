import { expect, test } from "vitest";
import { observe } from "../../src/diagnostics.ts";
import { serveVault } from "./serve-vault.ts";

/** Reads the text format strictly: each line is a comment, a sample or empty. */
function readSamples(text: string): ReadonlyMap<string, number> {
  const comment = /^(# (HELP [a-z_]+ \S.*|TYPE [a-z_]+ (counter|gauge|histogram)))?$/;
  const sample = /^([a-z_]+(?:\{(?:[a-z]+="(?:[^"\\\n]|\\.)*",?)+\})?) ([0-9.e+-]+|\+Inf)$/;
  const lines = text.split("\n").filter((line) => !comment.test(line));
  expect(lines.filter((line) => !sample.test(line))).toEqual([]);
  return new Map(
    lines.map((line) => [line.replace(sample, "$1"), Number(line.replace(sample, "$2"))]),
  );
}

const countOf = (samples: ReadonlyMap<string, number>, work: string): number | undefined =>
  samples.get(`${work}_duration_seconds_count`);

test("/metrics counts what this process did, and what each bank holds of whom", async () => {
  const { loci, chat, url, token } = await serveVault();
  const address = `${new URL(url).origin}/metrics`;
  expect((await fetch(address)).status).toBe(401);
  const scrape = async () => {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    return readSamples(await answer.text());
  };
  const before = await scrape();
  expect(countOf(before, "recall")).toBe(0);
  expect(countOf(before, "sync")).toBe(0);
  expect(before.get("extraction_shortcuts_total")).toBe(0);
  expect([...before.keys()].some((name) => name.startsWith("llm_calls_skipped_total"))).toBe(false);

  observe({ type: "skipped", task: "rerank" });
  await loci.memory.recall("paella");
  await chat({ message: "I love marzipan", person: "ana" });
  await loci.memory.remember([{ text: "Rows at dawn", person: "ana" }]);
  observe({ type: "pruned", strategy: "fifo", count: 10 });
  observe({ type: "summarized", count: 3 });
  const after = await scrape();
  expect(after.get('memories_pruned_total{strategy="fifo"}')).toBe(10);
  expect([before, after].map((all) => all.get("memories_summarized_total"))).toEqual([0, 3]);
  expect(countOf(after, "recall")).toBe(2); // A turn recalls too.
  expect(countOf(after, "reply")).toBe(1);
  expect(after.get("extraction_shortcuts_total")).toBe(1);
  expect(after.get(`llm_calls_skipped_total{task="rerank"}`)).toBe(1);
  const banks = [...after].filter(([name]) => name.startsWith("memory_bank_distribution{"));
  const ofAna = banks.filter(([name]) => name.includes('person="ana"'));
  expect(ofAna.reduce((all, [, entries]) => all + entries, 0)).toBeGreaterThanOrEqual(2);
});
