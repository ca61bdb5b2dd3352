// The files that contain the failing tests of a run.

import { expect, test } from 'vitest';
import { viewOf } from '../../../test/support/sample-view.ts';
import type { CaseFailure, CaseRecord } from '../case/case-record.ts';
import { failingFiles } from './find-test-files.ts';

const { index } = viewOf({
  'lib/cart.js': 'go()',
  'test/cart.test.js': "it('adds', () => {});",
  'test/user.test.js': "it('names', () => {});",
  ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`test/many${at}.test.js`, ''])),
});
const none = { text: '', cutBytes: 0 };

function caseOf(...files: readonly string[]): CaseRecord {
  const failures = files.map(
    (file): CaseFailure => ({
      suite: '',
      suitePath: [],
      name: 'x',
      file,
      kind: 'failure',
      message: none,
      stack: none,
      output: { out: none, err: none },
      environment: [],
      retries: [],
    }),
  );
  const fingerprint = { hash: '', exception: '', template: '', places: [] };
  return { id: 'case-1', fingerprint, failures, count: failures.length, tests: [], isFlaky: false };
}

test('each file once, in the order of the cases; what is not here is left out', () => {
  const cases = [
    caseOf('test/user.test.js', 'test/user.test.js'),
    caseOf('spec/elsewhere.js'),
    caseOf('test/cart.test.js', 'test/user.test.js'),
  ];
  expect(failingFiles(cases, { index, folder: '' })).toEqual(['test/user.test.js', 'test/cart.test.js']);
  expect(failingFiles([], { index, folder: '' })).toEqual([]);
});

test('of a flood only a part is looked at, and cases behind one with many failures are not forgotten', () => {
  const many = Array.from({ length: 300 }, (_, at) => `test/many${at}.test.js`);
  const found = failingFiles([caseOf(...many), caseOf('test/cart.test.js')], { index, folder: '' });
  expect(found.at(-1)).toBe('test/cart.test.js');
  expect(found.length).toBeLessThan(10);
  expect(
    failingFiles(
      many.map((file) => caseOf(file)),
      { index, folder: '' },
    ).length,
  ).toBeLessThan(many.length);
});

test('a title that a runner puts behind the name of the file is found there', () => {
  const { failures, ...rest } = caseOf('');
  const named = failures.map(({ file: _file, ...failure }) => ({ ...failure, name: 'user › names' }));
  expect(failingFiles([{ ...rest, failures: named }], { index, folder: '' })).toEqual(['test/user.test.js']);
});
