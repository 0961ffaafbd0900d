import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Real time, devices, terminals, browsers, kills, faults of disks and networks, floods, training: `npm run test:slow`. */
const slow = ["**/*.slow.test.ts"];

/**
 * Files outside these rooms run one after another in the same process: to start one and read `src/` costs each half a
 * second. Those of these rooms start git so often that what a process has grown to would cost them more.
 */
const ownProcess = ["test/git/**/*.test.ts", "test/sync/**/*.test.ts"];

/** Slow tests run the command line as processes, which they stop, kill and starve: test/run-loci.ts. */
const ownProcesses = { LOCI_TEST_MAIN: process.env.LOCI_TEST_MAIN ?? "src/cli/main.ts" };

/** What starts many processes takes long whatever the size of its file: begun last it would be waited for alone. */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification): boolean =>
      /e2e|kill|fault|stop-|\/(cli|app|memory)\//.test(moduleId);
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
    // Failures and a summary, not a line for each test that passed.
    reporters: ["minimal"],
    // A second, the default, is not long on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ["test/own-config-folder.ts"],
    // As the command line sets them: src/cli/open-vault.ts.
    execArgv: ["--no-regexp-tier-up"],
    sequence: { sequencer: ProcessesFirst },
    projects: [
      {
        extends: true,
        test: { name: "fast", include: ownProcess, exclude: [...configDefaults.exclude, ...slow] },
      },
      {
        extends: true,
        test: {
          ...{ name: "shared", isolate: false },
          exclude: [...configDefaults.exclude, ...ownProcess, ...slow],
        },
      },
      { extends: true, test: { name: "slow", include: slow, env: ownProcesses } },
    ],
  },
});
