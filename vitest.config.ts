import { defineConfig } from "vitest/config";

/**
 * Real processes, real git and real files take their time on two cores: generous limits, no retries. Two more
 * workers run while two wait for their processes.
 */
export default defineConfig({
  test: { testTimeout: 60_000, hookTimeout: 60_000, pool: "forks", maxWorkers: 4 },
});
