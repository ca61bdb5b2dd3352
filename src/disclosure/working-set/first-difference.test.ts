// Where two packs differ: named by the pack's own fields and positions, never by what a payload holds.
import { expect, test } from 'vitest';
import { type CanonicalValue, canonicalize } from '../../kernel/index.ts';
import { firstDifference } from './first-difference.ts';

const block = (payload: CanonicalValue, changes: object = {}) => ({
  form: 'full',
  handle: `frame:${JSON.stringify(payload).length}`,
  kind: 'clue',
  payload,
  provenance: { event_ids: ['event-1'], rule_refs: [], source: 'scribe' },
  ...changes,
});
const base = {
  citations: { T1: 'frame:1' },
  compiler: 'lens/1',
  contract: { forbidden_tokens: [], length: {}, required_elements: [] },
  memory: [],
  style: { tone: 'dry' },
  task: { bounds: {}, forbidden_content: ['gold'], scene: [], type: 'text' },
  truth: [block('one'), block({ Vermithrax: 1 })],
  working_set_id: '0123456789abcdef',
};
const bytesOf = (value: object) => ({ bytes: canonicalize(value) });

function check(changes: object, expected: string | null): void {
  expect(firstDifference(bytesOf(base), bytesOf({ ...base, ...changes }))).toBe(expected);
  expect(firstDifference(bytesOf({ ...base, ...changes }), bytesOf(base))).toBe(expected);
}

test.each<[string, object, string | null]>([
  ['nothing', {}, null],
  ['a payload', { truth: [block('one'), block({ Vermithrax: 2 })] }, 'truth[1].payload'],
  ['a key of a payload', { truth: [block('one'), block({ Smaug: 1 })] }, 'truth[1].payload'],
  ['a block that is not there', { truth: [block('one')] }, 'truth[1]'],
  ['a tag', { truth: [block('one', { stale: true }), base.truth[1]] }, 'truth[0].stale'],
  [
    'a source',
    {
      truth: [
        block('one', { provenance: { event_ids: ['event-1'], rule_refs: [], source: 'Vermithrax' } }),
        base.truth[1],
      ],
    },
    'truth[0].provenance.source',
  ],
  ['a block as another value', { truth: ['Vermithrax', base.truth[1]] }, 'truth[0].payload'],
  ['a channel as another value', { truth: { Vermithrax: 1 } }, 'truth'],
  ['a style', { style: { tone: 'wet' } }, 'style'],
  [
    'a forbidden word',
    { task: { ...base.task, forbidden_content: ['gold', 'x'] } },
    'task.forbidden_content[1]',
  ],
  [
    'a bound of length',
    { contract: { ...base.contract, length: { max_characters: 9 } } },
    'contract.length.max_characters',
  ],
  ['an unknown bound', { contract: { ...base.contract, length: { Vermithrax: 9 } } }, 'contract.length'],
  ['an emphasis', { foreground: [1] }, 'foreground'],
  ['an id alone', { working_set_id: 'f'.repeat(16) }, 'working_set_id'],
  ['an unknown field', { Vermithrax: 1 }, 'pack'],
  ['an inherited name', { constructor: 1 }, 'pack'],
])('names %s', (_name, changes, expected) => {
  check(changes, expected);
});

test('names what is told before what only names it', () => {
  const truth = [block('other', { handle: 'frame:9' }), base.truth[1]];
  check({ truth, citations: { T1: 'frame:9' }, working_set_id: 'f'.repeat(16) }, 'truth[0].payload');
});

test('says of bytes that are no pack only that', () => {
  const broken = { bytes: new TextEncoder().encode('{"Vermithrax": 1}') };
  expect(() => firstDifference(broken, bytesOf(base))).toThrow(/^a pack to compare is not canonical JSON$/);
});
