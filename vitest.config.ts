import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Real time, devices, terminals, browsers, kills, faults of disks and networks, floods, training: `npm run test:slow`. */
const slow = ["**/*.slow.test.ts"];

/**
 * Files of these rooms leave nothing behind in their process: one after another in the same one they take a fifth less
 * of the processor, for starting a process and reading `src/` costs each file half a second.
 */
const shared = ["agent", "index", "language", "models", "recall", "session", "site", "vault", "voice"].map((room) =>
  join(import.meta.dirname, "test", room, "**/*.test.ts"),
);

/** Slow tests run the command line as processes, which they stop, kill and starve: test/run-loci.ts. */
const ownProcesses = { LOCI_TEST_MAIN: process.env.LOCI_TEST_MAIN ?? "src/cli/main.ts" };

/** What starts many processes takes long whatever the size of its file: begun last it would be waited for alone. */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification): boolean =>
      /e2e|kill|fault|stop-|\/cli\//.test(moduleId);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

/**
 * Real processes, real git and real files take their time on two cores: generous limits, no retries. A third worker
 * runs while two wait for their processes; more make tests in real time late.
 */
export default defineConfig({
  test: {
    ...{ testTimeout: 180_000, hookTimeout: 180_000, pool: "forks", maxWorkers: 3 },
    // As the command line sets them: src/cli/tune-v8.ts.
    execArgv: ["--no-regexp-tier-up"],
    sequence: { sequencer: ProcessesFirst },
    projects: [
      {
        extends: true,
        test: { name: "fast", exclude: [...configDefaults.exclude, ...slow, ...shared] },
      },
      {
        extends: true,
        test: {
          ...{ name: "shared", isolate: false, include: shared },
          exclude: [...configDefaults.exclude, ...slow],
        },
      },
      { extends: true, test: { name: "slow", include: slow, env: ownProcesses } },
    ],
  },
});
