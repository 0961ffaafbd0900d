import fc from "fast-check";

/** Seed of all property tests, so that the gate says the same of the same commit; LOCI_TEST_SEED=random hunts. */
const { LOCI_TEST_SEED } = process.env;
if (LOCI_TEST_SEED !== "random") fc.configureGlobal({ seed: Number(LOCI_TEST_SEED ?? 20260212) });

export { fc };
