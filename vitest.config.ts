import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What starts many processes takes long whatever the size of its file: begun last it would be waited for alone. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean =>
      /e2e|kill|fault|lost|converge|fresh|hostile|stop-|\/cli\//.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

/**
 * Real processes, real git and real files take their time on two cores: generous limits, no retries. A third worker
 * runs while two wait for their processes; more make tests in real time late.
 */
export default defineConfig({
  test: {
    ...{ testTimeout: 60_000, hookTimeout: 60_000, pool: "forks", maxWorkers: 3 },
    sequence: { sequencer: SlowFirst },
  },
});
