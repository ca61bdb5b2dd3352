// Requests from outside: what fits is settled, everything else is a usage error that names the place and the remedy.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PenumbraError } from '../../kernel/index.ts';
import { type ComposeRequest, type CustomOrder, checkRequest, composeLimits } from './compose-request.ts';

const byLength: CustomOrder = {
  name: 'by-length',
  version: '1',
  score: ({ content }) => content?.length ?? 0,
};

function check(request: unknown, expected: RegExp, orders: readonly unknown[] = [byLength]) {
  let thrown: unknown;
  try {
    checkRequest(request as ComposeRequest, orders as CustomOrder[]);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(PenumbraError);
  const { code, message, hint } = thrown as PenumbraError;
  expect(code).toBe('usage');
  expect(message).toMatch(expected);
  expect(message).not.toMatch(/\n/);
  expect(hint).toBeTruthy();
}

const path = 'a.ts';
const tooLong = 'x'.repeat(composeLimits.pathLength + 1);

test.each<[string, unknown, RegExp]>([
  ['nothing', undefined, /a request needs a mapping with path/],
  ['a list', [], /a request needs a mapping/],
  ['no path', {}, /`path` is missing in a request/],
  ['a path that is no text', { path: 7 }, /`path` needs a text/],
  ['a path that is too long', { path: tooLong }, /`path` needs a text of at most/],
  ['a path with half a character', { path: '\ud800' }, /`path` needs a text/],
  ['an unknown key', { path, querry: 'x' }, /`querry` is not a key .*did you mean `query`/],
  ['an unknown source', { path, sources: ['sibling'] }, /unknown source `sibling` \(did you mean `siblings`/],
  ['a source of the prototype', { path, sources: ['constructor'] }, /unknown source `constructor`/],
  ['sources that are no list', { path, sources: 'node' }, /`sources` needs a list/],
  ['an unknown order', { path, order: 'recensy' }, /`order` needs one of .*did you mean `recency`/],
  ['a misspelt custom order', { path, order: 'by-lenght' }, /did you mean `by-length`/],
  ['relevance without a query', { path, order: 'relevance' }, /`query` is missing for the order `relevance`/],
  ['a long query', { path, query: tooLong }, /`query` needs a text of at most/],
  ['a negative bound', { path, bounds: { maxFrames: -1 } }, /`bounds.maxFrames` needs a whole number/],
  ['a bound that is no number', { path, bounds: { maxBytes: Number.NaN } }, /`bounds.maxBytes` needs/],
  ['a broken bound', { path, bounds: { maxTokens: 1.5 } }, /`bounds.maxTokens` needs/],
  ['an endless bound', { path, bounds: { maxTokens: Number.POSITIVE_INFINITY } }, /`bounds.maxTokens` needs/],
  ['a bound in a text', { path, bounds: { maxFrames: '3' } }, /`bounds.maxFrames` needs/],
  ['an unknown bound', { path, bounds: { maxFrame: 3 } }, /did you mean `maxFrames`/],
  ['a filter of something else', { path, include: { type: ['x'] } }, /did you mean `types`/],
  ['freshness that is no truth', { path, freshOnly: 'yes' }, /`freshOnly` needs true or false/],
  [
    'too many paths',
    { path, related: Array(composeLimits.paths + 1).fill('a') },
    /`related` needs a list of/,
  ],
  [
    'paths no source takes up',
    { path, sources: ['node'], related: ['b'] },
    /`related` is missing for `sources`/,
  ],
])('refuses %s', (_, request, expected) => {
  check(request, expected);
});

test.each<[string, readonly unknown[], RegExp]>([
  ['with a name that is taken', [{ ...byLength, name: 'recency' }], /`recency` has a name that is taken/],
  ['that is there twice', [byLength, byLength], /`by-length` has a name that is taken/],
  ['without a version', [{ ...byLength, version: '' }], /needs a version/],
  ['with a name of another form', [{ ...byLength, name: 'By Length' }], /needs a name of small letters/],
  ['that orders nothing', [{ name: 'x', version: '1' }], /needs `score` or `compare`/],
])('refuses a custom order %s', (_, orders, expected) => {
  check({ path }, expected, orders);
});

test.each<[Omit<ComposeRequest, 'path'>, string[], string]>([
  [{}, ['node', 'ancestors'], 'recency'],
  [{ query: 'x' }, ['node', 'ancestors'], 'relevance'],
  [{ types: ['note'] }, ['node', 'ancestors'], 'type'],
  [{ agents: ['person'] }, ['node', 'ancestors'], 'agent'],
  [{ query: 'x', order: 'by-length' }, ['node', 'ancestors'], 'by-length'],
  [{ related: ['b'], subjects: ['c'] }, ['node', 'ancestors', 'related', 'subjects'], 'recency'],
  [{ sources: ['children', 'node', 'children'] }, ['node', 'children'], 'recency'],
  [{ sources: [], bounds: { maxFrames: 0, maxBytes: 0, maxTokens: 0 } }, [], 'recency'],
])('settles %j', (request, sources, order) => {
  expect(checkRequest({ path, ...request }, [byLength])).toMatchObject({ sources, order });
});

test('anything at all is settled or refused, never a crash', () => {
  const keys = fc.constantFrom(
    'path',
    'sources',
    'order',
    'query',
    'types',
    'related',
    'bounds',
    'include',
    'x',
  );
  const request = fc.oneof(fc.anything(), fc.dictionary(keys, fc.anything()));
  fc.assert(
    fc.property(request, (value) => {
      try {
        checkRequest(value as ComposeRequest, []);
      } catch (error) {
        expect(error).toMatchObject({ name: 'PenumbraError', code: 'usage' });
      }
    }),
    { numRuns: 500 },
  );
});
