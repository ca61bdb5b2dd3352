// The YAML block after a failed point, as the tools that write one do.
import { expect, test } from 'vitest';
import { assertionDifference } from '../../case/assertion-difference.ts';
import { diagnosisOf } from './tap-diagnosis.ts';

const written = (assertion: string, label: string) => `name: AssertionError
assertion: ${assertion}
values:
  '${label}': |-
    - 'Foo-Bar'
    + 'foo-bar'
at: 'file://test.js:5:4'
`;

test.each([
  ['is', 'Difference:'],
  ["'t.is()'", 'Difference (- actual, + expected):'],
])('AVA says what %s compared below `%s`', (assertion, label) => {
  const { message = '', stack = '', type, file, line } = diagnosisOf(written(assertion, label), '');
  const name = assertion.replaceAll("'", '');
  expect(message).toBe(
    `the assertion ${name} failed\nDifference (- actual, + expected):\n- 'Foo-Bar'\n+ 'foo-bar'`,
  );
  expect({ type, file, line }).toEqual({ type: 'AssertionError', file: 'test.js', line: 5 });
  expect(assertionDifference({ message, stack })).toEqual({ expected: "'foo-bar'", received: "'Foo-Bar'" });
});

test('a value on the line of its label is told, too', () => {
  const yaml = "assertion: truthy\nvalues:\n  'Value is not truthy:': '0'\n";
  expect(diagnosisOf(yaml, '').message).toBe('the assertion truthy failed\nValue is not truthy:\n0');
});

test('an error beside the assertion is the message', () => {
  const yaml = 'message: went away\nassertion: throws\nvalues:\n  it: 1\n';
  expect(diagnosisOf(yaml, '').message).toBe('went away');
});
