import { isObject, short } from "../server-failure.ts";
import { toUnitVector } from "../unit-vector.ts";

/** The vectors of an answer in the order of the texts, or what is wrong with it and what to do. */
export function readVectors(
  answer: unknown,
  count: number,
  dimensions: number,
): readonly Float32Array[] | string {
  if (!isObject(answer) || !Array.isArray(answer.data)) {
    const start = short(typeof answer === "string" ? answer : (JSON.stringify(answer) ?? ""));
    return `its answer is no list of embeddings (it starts with: ${start.slice(0, 60)}); check that this is the address of an OpenAI-compatible API, up to and with "/v1"`;
  }
  const items: readonly unknown[] = answer.data;
  if (items.length !== count) {
    return `it gave ${items.length} vectors for ${count} texts; use another server or model`;
  }
  const vectors = new Map<number, Float32Array>();
  for (const [position, item] of items.entries()) {
    const index = indexOf(item, position);
    if (index < 0 || index >= count || vectors.has(index)) {
      return "its vectors are not numbered as the texts are; use another server or model";
    }
    const vector = readVector(isObject(item) ? item.embedding : undefined, dimensions);
    if (typeof vector === "string") return vector;
    vectors.set(index, vector);
  }
  return [...vectors].sort(([a], [b]) => a - b).map(([, vector]) => vector);
}

/** Servers that leave `index` out answer in order. */
function indexOf(item: unknown, position: number): number {
  if (!isObject(item) || item.index === undefined) return position;
  return typeof item.index === "number" && Number.isInteger(item.index) ? item.index : -1;
}

function readVector(numbers: unknown, dimensions: number): Float32Array | string {
  if (!Array.isArray(numbers)) {
    return "its vectors are not lists of numbers; use a server that knows encoding_format float";
  }
  if (numbers.length !== dimensions) {
    return `it gives ${numbers.length} dimensions where ${dimensions} are set; set the dimensions to ${numbers.length}, or name another model`;
  }
  const vector = numbers.every((x) => typeof x === "number") ? toUnitVector(numbers) : undefined;
  return vector ?? "it gave a vector that is zero or not made of numbers; use another model";
}
