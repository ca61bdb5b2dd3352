// A process that runs attacks in the copy of the program that it is started in, one request after another; a request is
// answered before the next one comes. What one run has read of the program the next one has, but for what changed.
// usage: attack-runner.ts SUITE

import { createVitest, type TestModule } from 'vitest/node';

/** What to run, and which files are other than they were. */
export interface AttackRequest {
  /** A file of attacks, or the folder of all. */
  readonly file: string;
  /** One attack, or all of them. */
  readonly id: string | null;
  readonly changed: readonly string[];
}

/** How attacks went; what did not come to an end failed none. */
export interface AttackOutcome {
  readonly passed: number;
  readonly failed: number;
  /** What the first that failed said, or what was said where nothing ran. */
  readonly said: string;
}

const [suite = ''] = process.argv.slice(2);
const vitest = await createVitest('test', {
  config: false,
  watch: false,
  include: [`${suite}/*.test.ts`],
  exclude: ['**/*.deep.test.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  reporters: [{}],
  // A copy is never seen again.
  fsModuleCache: false,
});
process.on('message', (request: AttackRequest) => {
  void runAttacks(request).then(
    (outcome) => process.send?.(outcome),
    (error) => process.send?.({ passed: 0, failed: 0, said: String(error) } satisfies AttackOutcome),
  );
});
process.once('disconnect', () => process.exit());
process.send?.('ready');

async function runAttacks({ file, id, changed }: AttackRequest): Promise<AttackOutcome> {
  for (const path of changed) vitest.invalidateFile(path);
  if (id === null) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(new RegExp(`\\[${id}\\]`));
  const specifications = await vitest.globTestSpecifications([file]);
  const wanted = new Set(specifications.map(({ moduleId }) => moduleId));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const modules = testModules.filter(({ moduleId }) => wanted.has(moduleId));
  const results = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result()));
  const said = [
    ...results.flatMap(({ errors = [] }) => errors),
    ...modules.flatMap((module: TestModule) => module.errors()),
    ...unhandledErrors,
  ].map((error) => (error as { readonly message?: string }).message ?? String(error));
  return {
    passed: results.filter(({ state }) => state === 'passed').length,
    failed: results.filter(({ state }) => state === 'failed').length,
    said: said.find((text) => text !== '') ?? '',
  };
}
