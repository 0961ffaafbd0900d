import { performance } from "node:perf_hooks";
import { stemsBy } from "../../src/memory/stems.ts";
import { lookForProposals } from "../../src/upkeep/proposals.ts";
import { linesOf, type VaultState } from "../../src/upkeep/vault-state.ts";
import { parseTopic } from "../../src/vault/parse-topic.ts";
import { toTopicPath } from "../../src/vault/paths.ts";

/**
 * How the work of `loci inbox` grows with the memories, by one core: the time of each size over that of half of it, for
 * lines of random words and for a diary whose lines all begin alike. `node scripts/bench/inbox.ts`.
 */
const sizes = [2_500, 5_000, 10_000, 20_000];
const perFile = 200;

let seed = 7;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};

/** Frequent words are more frequent, as in a language (Zipf). */
const word = (): string => `w${Math.floor(4_000 ** (random(1_000_000) / 1_000_000))}x`;
const texts = {
  words: (): string => Array.from({ length: 8 }, word).join(" "),
  diary: (): string => `Weighs ${60 + random(40)}.${random(10)} kg in the morning before breakfast`,
};

function vaultOf(count: number, text: () => string): VaultState {
  const files = Array.from({ length: count / perFile }, (_, n) => {
    const lines = Array.from({ length: perFile }, () => `- ${text()} (2026-01-01) [source:: s]\n`);
    const bytes = Buffer.from(lines.join(""));
    const path = toTopicPath(`topics/t${n}.md`);
    const topic = parseTopic(path, bytes);
    return {
      path,
      scope: "",
      bytes,
      topic,
      lines: linesOf(bytes),
      learned: new Set(topic.entries),
    };
  });
  return { files, today: "2026-02-01", uses: new Map(), archives: new Map() };
}

for (const [name, text] of Object.entries(texts)) {
  let half = Number.NaN;
  for (const size of sizes) {
    const state = vaultOf(size, text);
    const start = performance.now();
    const found = lookForProposals(state, {
      settings: { enabled: true, embedding: 0.97, text: 0.95, shortExempt: 100 },
      ...{ stem: stemsBy({ languages: ["en"] }), tellsEvent: () => false },
      ...{ cosine: () => undefined, isShown: () => true },
    });
    const ms = performance.now() - start;
    const ratio = Number.isNaN(half) ? "" : `, ${(ms / half).toFixed(1)} times half of it`;
    console.log(`${name} ${size}: ${ms.toFixed(0)} ms${ratio}, ${found.length} proposals`);
    half = ms;
  }
}
