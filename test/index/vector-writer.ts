import { openVectorCache } from "../../src/index/vector-cache.ts";
import { clusteredVectors, hashOf } from "./vectors.ts";

// Run as a process of its own: writes `count` vectors in small transactions; half of them are everyone's.
const [file = "", name = "", count = "0"] = process.argv.slice(2);
const cache = openVectorCache(file, {
  report: (sentence) => process.stderr.write(`${sentence}\n`),
  now: Date.now,
});
const vectors = cache.of("m", 16);
for (const [i, vector] of clusteredVectors(Number(count), 16, 1).entries()) {
  vectors.put([{ hash: hashOf(i % 2 === 0 ? `shared ${i}` : `${name} ${i}`), vector }]);
}
cache.close();
