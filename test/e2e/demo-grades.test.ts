// The demo grades proofs as somebody would who knows what is wrong: nothing that is missing or made up passes.
import { expect, test } from 'vitest';
import { expectedAnswers, gradeProof } from '../../examples/investigate/expected-answers.ts';
import type { ReportDocument } from '../../src/record/index.ts';

const shipping = expectedAnswers.find(({ places }) => places?.includes('web/src/shipping.ts'));
const stock = expectedAnswers.find(({ what }) => what.includes('(Java)'));

/** A report with one cause that stands as it is told. */
function reportOf(
  expected: typeof shipping,
  { status, path, note }: { readonly status: string; readonly path?: string; readonly note?: string },
): ReportDocument {
  const cause = {
    status,
    tests: (expected?.tests ?? []).map((name) => ({ name })),
    ...(path !== undefined && { proof: { hunks: [{ path }] } }),
    ...(note !== undefined && { experiments: { notes: [note] } }),
  };
  return { causes: [cause] } as unknown as ReportDocument;
}

test.each([
  ['the guilty file', { status: 'proven', path: 'web/src/shipping.ts' }, []],
  ['no proof', { status: 'concluded' }, ['it is not proven']],
  [
    'another file',
    { status: 'proven', path: 'web/src/cart.ts' },
    ['lines of web/src/cart.ts are called guilty'],
  ],
])('of a cause that can be proven, %s', (_what, told, faults) => {
  expect(shipping && gradeProof(reportOf(shipping, told), shipping)).toEqual(faults);
});

test.each([
  ['what was not run is told', { status: 'concluded', note: 'the command does not run the test' }, []],
  ['silence', { status: 'concluded' }, ['it does not say that its tests were not run']],
  ['a proof', { status: 'proven', path: 'orders' }, ['it is called proven, and its tests were not run']],
])('of a cause whose tests cannot run here, %s', (_what, told, faults) => {
  expect(stock && gradeProof(reportOf(stock, told), stock)).toEqual(faults);
});
