// A vitest reporter that ends every run with the names of what failed or needed a second try, and with one plain line
// for people and programs: `12 passed, 0 failed`. Of a long log often only the end is kept.

import { writeSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The totals of a run. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Renders totals as the closing line, without the line break. */
export function closingLine({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Counts tests; a file that does not load and an error outside of any test count as failed. */
export function countTests(modules: readonly TestModule[], unhandledErrors: number): Totals {
  const totals = { passed: 0, failed: unhandledErrors, skipped: 0, pending: 0 };
  for (const module of modules) {
    const failedBefore = totals.failed;
    for (const test of module.children.allTests()) totals[test.result().state] += 1;
    if (module.state() === 'failed' && totals.failed === failedBefore) totals.failed += 1;
  }
  return { passed: totals.passed, failed: totals.failed, skipped: totals.skipped + totals.pending };
}

/** Names every test that failed or passed only at a second try, and every error outside of tests, a line each. */
export function nameTroubles(
  modules: readonly TestModule[],
  unhandledErrors: readonly unknown[],
): readonly string[] {
  return [
    ...modules.flatMap((module) => [
      ...module.errors().map((error) => `FAILED ${module.relativeModuleId}: ${inOneLine(error)}`),
      ...[...module.children.allTests()].flatMap((test) => nameTrouble(module, test)),
    ]),
    ...unhandledErrors.map((error) => `FAILED outside of any test: ${inOneLine(error)}`),
  ];
}

function nameTrouble(module: TestModule, test: TestCase): string[] {
  const { state, errors = [] } = test.result();
  const name = `${module.relativeModuleId} > ${test.fullName}`;
  if (state === 'failed') return [`FAILED ${name}: ${inOneLine(errors[0])}`];
  const retries = test.diagnostic()?.retryCount ?? 0;
  return retries > 0 ? [`RETRIED ${name}: ${inOneLine(errors[0])}`] : [];
}

/** As much of a message as a line holds; of a property that failed, the seed is in it. */
function inOneLine(error: unknown): string {
  const { message = String(error) } = (error ?? {}) as { readonly message?: string };
  return message.replaceAll(/\s+/g, ' ').slice(0, 300);
}

/** Prints the closing line when the process ends, after all other reporters and teardowns. */
export default class ClosingLineReporter implements Reporter {
  #lines = [closingLine({ passed: 0, failed: 0, skipped: 0 })];

  onInit(): void {
    process.once('exit', () => writeSync(1, `${this.#lines.join('\n')}\n`));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.#lines = [
      ...nameTroubles(modules, unhandledErrors),
      closingLine(countTests(modules, unhandledErrors.length)),
    ];
  }
}
