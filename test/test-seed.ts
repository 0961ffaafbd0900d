const { LOCI_TEST_SEED } = process.env;

/** Seed of all tests that draw, so that the gate says the same of the same commit; LOCI_TEST_SEED=random hunts. */
export const testSeed =
  LOCI_TEST_SEED === "random" ? Date.now() % 2 ** 31 : Number(LOCI_TEST_SEED ?? 20260212);

/** Whether other cases than those of the gate are drawn. */
export const isHunting = LOCI_TEST_SEED !== undefined;
