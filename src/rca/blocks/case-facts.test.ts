// The facts of a case: which there are, what is cut, and how the text marks it.
import { expect, test } from 'vitest';
import { canonicalText } from '../../kernel/index.ts';
import { type CaseFailure, type CaseRecord, factLimits } from '../case/case-record.ts';
import { type CaseFact, caseFacts } from './case-facts.ts';

const text = (value: string) => ({ text: value, cutBytes: 0 });

function record(parts: Partial<CaseFailure>): CaseRecord {
  const failure: CaseFailure = {
    suite: 'CartTest',
    suitePath: [],
    name: 'total',
    kind: 'failure',
    message: text(''),
    stack: text(''),
    output: { out: text(''), err: text('') },
    environment: [],
    retries: [],
    ...parts,
  };
  const fingerprint = { hash: 'f'.repeat(64), exception: 'Error', template: 't', places: ['a|b|c'] };
  return { id: 'case-1', fingerprint, failures: [failure], count: 1, tests: [], isFlaky: false };
}

function factOf<Kind extends CaseFact['kind']>(facts: readonly CaseFact[], kind: Kind) {
  return facts.find((fact) => fact.kind === kind)?.payload as
    | Extract<CaseFact, { kind: Kind }>['payload']
    | undefined;
}

test.each<[string, Partial<CaseFailure>, string[]]>([
  ['a bare failure', {}, ['failure']],
  ['a failure with a trace', { stack: text('Error: x\n at f (/r/a.js:1:1)') }, ['failure', 'trace']],
  ['one that printed', { output: { out: text('hi'), err: text('') } }, ['failure', 'output']],
  ['one with an environment', { environment: [{ name: 'os', value: 'x' }] }, ['failure', 'environment']],
])('%s has the facts %s %s', (_, parts, kinds) => {
  const facts = caseFacts(record(parts));
  expect(facts.map(({ kind }) => kind)).toEqual(kinds);
  expect(() => canonicalText(facts as never)).not.toThrow();
});

test('a long trace loses its middle and says how much', () => {
  const stack = `${'a'.repeat(9_000)}${'z'.repeat(1_234)}`;
  const told = factOf(caseFacts(record({ stack: text(stack) })), 'trace')?.text ?? '';
  expect(told).toContain(`[… ${stack.length - factLimits.trace} characters left out]`);
  expect(told.startsWith('aaa') && told.endsWith('zzz')).toBe(true);
  expect(told.length).toBeLessThan(factLimits.trace + 60);
});

test('long output loses its beginning', () => {
  const out = `first${'.'.repeat(5_000)}last`;
  const told = factOf(caseFacts(record({ output: { out: text(out), err: text('') } })), 'output')?.out ?? '';
  expect(told).toMatch(/^\[… 1009 characters left out\]\n/);
  expect(told.endsWith('last')).toBe(true);
});

test('of too many frames own ones are kept first, in their order', () => {
  const library = Array.from(
    { length: 60 },
    (_, index) => ` at l${index} (/r/node_modules/x/i.js:${index + 1}:1)`,
  );
  const stack = ['Error: x', ...library, ' at mine (/r/lib/a.js:7:1)'].join('\n');
  const frames = factOf(caseFacts(record({ stack: text(stack) })), 'trace')?.frames ?? [];
  expect(frames).toHaveLength(factLimits.frames);
  expect(frames[0]).toMatchObject({ kind: 'library', function: 'l0' });
  expect(frames.at(-1)).toEqual({ kind: 'own', function: 'mine', file: '/r/lib/a.js', line: 7 });
});

test('a text cut within a character stays well-formed', () => {
  const facts = caseFacts(record({ message: text('😀'.repeat(5_000)), suite: `x${'😀'.repeat(500)}` }));
  expect(() => canonicalText(facts as never)).not.toThrow();
});

test('a case without failures has no facts', () => {
  expect(caseFacts({ ...record({}), failures: [] })).toEqual([]);
});
