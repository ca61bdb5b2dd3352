/**
 * Test names without their secrets. Recorded, requested and displayed names have placeholders; a runner
 * selects tests by their real names, which are known from the runs this process has seen.
 */
import {
  type FoundSecret,
  findSecrets,
  hasPlaceholder,
  replaceSecrets,
  type SecretScanner,
  withoutNumbers,
} from '../../context/index.ts';
import { isSameTest, type TestName, type TestResult } from '../../rca/index.ts';

/** Translates between names with placeholders and real names. */
export type TestNames = {
  /** Returns the reported results of these tests under names without secrets. */
  mask(results: readonly TestResult[], tests: readonly TestName[] | 'all'): readonly TestResult[];
  /** Returns tests under names without secrets, as far as the secrets are known. */
  maskNames(tests: readonly TestName[]): readonly TestName[];
  /** Returns the real names of tests; all tests if one of them is not known. */
  toRun(tests: readonly TestName[] | 'all'): readonly TestName[] | 'all';
  /** Screens names as the report's were screened. */
  screenBy(screenName: (name: string) => string): void;
};

/** Opens the names of the tests of a laboratory. */
export function openTestNames(scanner: SecretScanner): TestNames {
  const known = new Map<string, FoundSecret>();
  const met = new Map<string, TestName>();
  const byKnown = (text: string) => replaceSecrets(text, withoutNumbers([...known.values()]));
  let byReport = byKnown;
  return {
    mask(results, tests) {
      if (tests === 'all' || toRunOf(tests) === 'all') {
        for (const one of results) met.set(JSON.stringify(wordsOf(one)), one);
        for (const secret of findSecrets(scanner, textsOf(results))) known.set(secret.value, secret);
      }
      if (tests === 'all') return known.size === 0 ? results : results.map((one) => renamed(one, byKnown));
      return tests.some(isMasked) ? results.map((one) => renamed(one, byReport)) : results;
    },
    maskNames: (tests) => (known.size === 0 ? tests : tests.map((test) => renamed(test, byKnown))),
    toRun: (tests) => (tests === 'all' ? tests : toRunOf(tests)),
    screenBy(screenName) {
      byReport = screenName;
    },
  };

  function toRunOf(tests: readonly TestName[]): readonly TestName[] | 'all' {
    const real: TestName[] = [];
    for (const test of tests) {
      const found = isMasked(test)
        ? [...met.values()].filter((one) => isSameTest(renamed(one, byReport), test))
        : [test];
      if (found.length === 0) return 'all';
      real.push(...found);
    }
    return real;
  }
}

/** Returns tests under names in which a scanner finds no secret. */
export function screenTestNames<Test extends TestName>(
  scanner: SecretScanner,
  tests: readonly Test[],
): readonly Test[] {
  const found = withoutNumbers(findSecrets(scanner, tests.flatMap(wordsOf).join('\n\n')));
  if (found.length === 0) return tests;
  return tests.map((test) => renamed(test, (text) => replaceSecrets(text, found)));
}

function renamed<Test extends TestName>(test: Test, change: (text: string) => string): Test {
  const { suitePath, name, className, file } = test;
  return {
    ...test,
    suitePath: suitePath.map(change),
    name: change(name),
    ...(className !== undefined && { className: change(className) }),
    ...(file !== undefined && { file: change(file) }),
  };
}

function isMasked(test: TestName): boolean {
  return wordsOf(test).some(hasPlaceholder);
}

function wordsOf({ suitePath, name, className = '', file = '' }: TestName): readonly string[] {
  return [...suitePath, name, className, file];
}

/** The text of one test may mark a secret in the name of another. */
function textsOf(results: readonly TestResult[]): string {
  const texts = new Set<string>();
  for (const result of results) {
    for (const word of wordsOf(result)) texts.add(word);
    if (result.failure !== undefined) texts.add(result.failure.message).add(result.failure.stack);
  }
  return [...texts].join('\n\n');
}
