import { createRequire } from "node:module";

/** Stems one lower-case word. */
export interface Stemmer {
  stem(word: string): string;
}

const require = createRequire(import.meta.url);

interface Stemmers {
  newStemmer(algorithm: string): Stemmer;
}

let stemmers: Stemmers | undefined;

/**
 * A Snowball stemmer by the name of its algorithm ("english"). The package reads and writes each number and flag of its
 * classes through a pair of functions that looks for its default first; as plain properties they take a third of the time.
 */
export function createStemmer(algorithm: string): Stemmer {
  stemmers ??= withPlainFields((): Stemmers => require("snowball-stemmers"));
  return stemmers.newStemmer(algorithm);
}

/** Runs `load` while fields that classes define by getter and setter become properties with the getter's default. */
function withPlainFields<T>(load: () => T): T {
  const { defineProperty } = Object;
  Object.defineProperty = (target, key, descriptor) =>
    defineProperty(target, key, plainField(descriptor) ?? descriptor);
  try {
    return load();
  } finally {
    Object.defineProperty = defineProperty;
  }
}

/** Undefined where it is no such field, and where its default is made for each instance again. */
function plainField({ get, set }: PropertyDescriptor): PropertyDescriptor | undefined {
  const value = get && set && defaultOf(get);
  return value === undefined
    ? undefined
    : { value, writable: true, enumerable: false, configurable: true };
}

function defaultOf(get: () => unknown): unknown {
  try {
    const value = get.call({});
    return value === null || typeof value !== "object" ? value : undefined;
  } catch {
    return undefined; // Made of the instance's other fields.
  }
}
