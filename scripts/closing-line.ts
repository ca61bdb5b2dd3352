// A vitest reporter that ends every run with one plain line for people and programs: `12 passed, 0 failed`.

import { writeSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

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

/** Prints the closing line when the process ends, after all other reporters and teardowns. */
export default class ClosingLineReporter implements Reporter {
  #line = closingLine({ passed: 0, failed: 0, skipped: 0 });

  onInit(): void {
    process.once('exit', () => writeSync(1, `${this.#line}\n`));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.#line = closingLine(countTests(modules, unhandledErrors.length));
  }
}
