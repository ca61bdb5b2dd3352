// What the commands that derive, compare and check say to a person.
import { expect, test } from 'vitest';
import type { StaleFrame } from '../../context/index.ts';
import { type IdKind, makeId, type Sha256 } from '../../kernel/index.ts';
import {
  renderCi,
  renderCiMarkdown,
  renderComposition,
  renderDiff,
  renderProduction,
  renderRegeneration,
  renderSynthesis,
  renderWatchEvent,
  type ShownChange,
  type ShownCi,
  type ShownComposition,
  type WatchEvent,
} from '../index.ts';

const HOSTILE = 'a\n\u001b[31m|`b`';
const id = <Kind extends IdKind>(kind: Kind, digit: string) => makeId(kind, digit.repeat(64) as Sha256);

const changes: readonly ShownChange[] = [
  { path: 'lib', change: 'added', kind: 'directory', before: null, after: id('content', '1') },
  { path: 'new.ts', change: 'renamed', kind: 'file', from: 'old.ts', before: 'x', after: 'x' },
  { path: 'run.sh', change: 'changed', kind: 'executable', kindBefore: 'file', before: 'x', after: 'x' },
  { path: HOSTILE, change: 'removed', kind: 'file', before: 'x', after: null },
];

const stale: StaleFrame = {
  path: 'src/a.ts',
  frameId: id('frame', '2'),
  type: 'note',
  agent: 'person',
  stale: {
    reason: 'content-changed',
    input: id('content', '3'),
    from: id('content', '3'),
    to: id('content', '4'),
    since: { scan: 3, root: id('content', '5') },
  },
};

function check(text: string, expected: readonly string[]): void {
  expect(text.replace(/\n$/, '').split('\n')).toEqual(expected);
}

test('a difference names every change by its mark', () => {
  const diff = { before: id('content', 'a'), after: id('content', 'b'), beforeScan: 1, afterScan: null };
  check(renderDiff({ ...diff, changes }), [
    'scan 1 aaaaaaaaaaaa → now bbbbbbbbbbbb',
    '+ lib/',
    '> old.ts → new.ts',
    '~ run.sh  (file became executable)',
    '- a\\u{a}\\u{1b}[31m|`b`',
    '4 changes: 1 added, 1 removed, 1 changed, 1 renamed',
  ]);
  check(renderDiff({ ...diff, afterScan: 2, changes: [] }), [
    'scan 1 aaaaaaaaaaaa → scan 2 bbbbbbbbbbbb',
    'nothing differs',
  ]);
});

test('a regeneration tells what it did, and what only authors can do', () => {
  const counts = { examined: 9, regenerated: 2, cutOff: 1, untouched: 6 };
  check(renderRegeneration({ ...counts, stale: [stale] }, { width: 100 }), [
    '9 derived records examined: 2 renewed, 1 came out the same, 6 already up to date',
    '1 record is stale, and only its author can renew it',
    'src/a.ts',
    '  note by person: it changed in scan 3',
  ]);
  const many = Array.from({ length: 23 }, () => stale);
  expect(renderRegeneration({ ...counts, stale: many })).toContain('and 3 further stale records; --json');
  check(renderRegeneration({ examined: 0, regenerated: 0, cutOff: 0, untouched: 0, stale: [] }), [
    'no derived records here',
  ]);
});

test.each<[string, Partial<StaleFrame['stale']>, string]>([
  ['bytes that are gone', { to: null }, 'bytes it rests on left the workspace in scan 3'],
  [
    'no scan yet',
    { since: { scan: null, root: id('content', '0') } },
    'it changed, which no scan has recorded yet',
  ],
  [
    'another frame',
    { reason: 'frame-superseded', input: id('frame', '7'), to: id('frame', '8') },
    'was followed by',
  ],
  [
    'a stale frame',
    { reason: 'frame-stale', input: id('frame', '7') },
    'which it rests on, became stale in scan 3',
  ],
  ['a missing frame', { reason: 'frame-missing', input: id('frame', '7') }, 'is not there any more'],
  ['a child more', { reason: 'children-changed', input: 'child:x' }, 'it has other children with records'],
  ['a commit', { reason: 'external-changed', input: 'external:git-revision' }, 'git-revision is another now'],
  [
    'a producer',
    { reason: 'producer-changed', input: 'producer:outline' },
    'outline makes it another way now',
  ],
  ['someone', { reason: 'invalidated', to: 'invalidated by A' }, 'note by person: invalidated by A'],
])('it is said why a record is stale: %s', (_what, why, words) => {
  const shown = { ...stale, stale: { ...stale.stale, ...why } };
  const counts = { examined: 1, regenerated: 0, cutOff: 0, untouched: 1 };
  expect(renderRegeneration({ ...counts, stale: [shown] }, { width: 400 })).toContain(words);
});

test('a synthesis tells from what it was made and how to see it', () => {
  const children = [{ name: HOSTILE, frameId: id('frame', '6') }];
  const synthesis = {
    path: 'src',
    type: 'note',
    frameId: id('frame', '1'),
    basisHash: id('basis', '1'),
    children,
  };
  check(renderSynthesis(synthesis), [
    'note 111111111111 of src, made from 1 record',
    '  666666666666  a\\u{a}\\u{1b}[31m|`b`',
    'see it with penumbra get src --type note',
  ]);
  expect(renderSynthesis({ ...synthesis, children: [] })).toContain('made from no child record');
});

test('a production counts what it made', () => {
  const production = { path: 'src', types: ['outline', 'digest'], produced: 3, cutOff: 0, untouched: 4 };
  check(renderProduction(production), ['outline, digest of src: 3 made, 4 already up to date']);
  check(renderProduction({ ...production, produced: 0, untouched: 0 }), [
    'outline, digest of src: nothing here to make them from',
  ]);
});

const composition: ShownComposition = {
  path: 'src/a.ts',
  frames: [
    {
      ...stale,
      recordedAs: 'src/a.ts',
      sequence: 1,
      recordedMs: 0,
      mediaType: 'text/plain',
      size: 6,
      contentId: 'x',
      basisId: 'x',
      fresh: false,
      content: 'mind\n\u001b[2Jme',
      source: 'node',
      score: 12,
      tokens: 1,
    },
  ],
  leftOut: [
    { frameId: id('frame', 'c'), path: 'src', bound: 'tokens' },
    { frameId: id('frame', 'd'), path: 'src', bound: 'tokens' },
    { frameId: id('frame', 'e'), path: 'src', bound: 'stale' },
  ],
  missing: ['nowhere'],
  totals: { frames: 1, bytes: 6, tokens: 1 },
  order: { name: 'relevance', version: '1' },
  counter: null,
};

test('a composition shows each record with its place, and what was left out', () => {
  check(renderComposition(composition, { formatTime: () => 'today' }), [
    'src/a.ts  node, score 12, 1 token',
    'note by person  today  222222222222',
    '  stale: src/a.ts changed in scan 3',
    '  mind',
    '  \\u{1b}[2Jme',
    '',
    '1 record for src/a.ts, ordered by relevance, 6 B, 1 token',
    'left out: 2 that do not fit into the tokens',
    'left out: 1 stale',
    'no such path: nowhere',
  ]);
  const none = { ...composition, frames: [], leftOut: [], missing: [] };
  check(renderComposition(none, { formatTime: String }), ['no record to show for src/a.ts']);
});

const ci: ShownCi = {
  ok: false,
  failOn: 'stale',
  root: id('content', 'a'),
  scan: 4,
  isFirst: false,
  nodes: 12,
  skipped: [{ path: 'sock', reason: 'special-file' }],
  changes,
  regeneration: { examined: 2, regenerated: 1, cutOff: 0, untouched: 1 },
  recomputed: [{ path: 'src', type: 'outline', frameId: id('frame', 'b'), move: 'regenerated' }],
  stale: [stale],
  validation: { ok: false, checked: 99, faults: [{ object: HOSTILE, fault: 'is *not* whole', affects: [] }] },
};

test('a check says what changed, what was renewed, what is stale and damaged, and its verdict last', () => {
  check(renderCi(ci), [
    'scan 4, aaaaaaaaaaaa, 12 nodes: 1 added, 1 removed, 1 changed, 1 renamed',
    '  + lib/',
    '  > old.ts → new.ts',
    '  ~ run.sh  (file became executable)',
    '  - a\\u{a}\\u{1b}[31m|`b`',
    '1 path left out',
    '  sock: special-file',
    '2 derived records examined: 1 renewed, 1 already up to date',
    '  src  outline',
    '1 stale record',
    '  src/a.ts',
    '    note by person: it changed in scan 3',
    '1 fault in the ledger, 99 checked',
    '  a\\u{a}\\u{1b}[31m|`b`: is *not* whole',
    'failed: 1 fault in the ledger, 1 stale record',
  ]);
  const quiet = {
    ...ci,
    ok: true,
    isFirst: true,
    changes: [],
    skipped: [],
    recomputed: [],
    stale: [],
    regeneration: null,
  };
  check(renderCi({ ...quiet, validation: { ok: true, checked: 5, faults: [] } }), [
    'scan 4, aaaaaaaaaaaa, 12 nodes: the first, so there is nothing to compare with',
    'nothing could be renewed, because the ledger is damaged',
    'the ledger is intact, 5 checked',
    'passed',
  ]);
});

test('as Markdown it is tables that no path can break', () => {
  check(renderCiMarkdown(ci), [
    '## Penumbra: ❌ failed: 1 fault in the ledger, 1 stale record',
    '',
    '- scan 4, aaaaaaaaaaaa, 12 nodes: 1 added, 1 removed, 1 changed, 1 renamed',
    '- 2 derived records examined: 1 renewed, 1 already up to date',
    '- 1 fault in the ledger, 99 checked',
    '',
    '### Changed',
    '',
    '|  | path |',
    '| --- | --- |',
    '| added | `lib/` |',
    '| renamed | `old.ts → new.ts` |',
    '| changed | `run.sh  (file became executable)` |',
    '| removed | `` a\\u{a}\\u{1b}[31m\\|`b` `` |',
    '',
    '### Recomputed',
    '',
    '| path | record | outcome |',
    '| --- | --- | --- |',
    '| `src` | `outline` | renewed |',
    '',
    '### Stale',
    '',
    '| path | record | by | because |',
    '| --- | --- | --- | --- |',
    '| `src/a.ts` | `note` | `person` | src/a.ts changed in scan 3 |',
    '',
    '### Faults',
    '',
    '| object | fault |',
    '| --- | --- |',
    '| `` a\\u{a}\\u{1b}[31m\\|`b` `` | is \\*not\\* whole |',
  ]);
});

const state = { root: id('content', 'a'), scan: 4 };

test.each<[string, WatchEvent, readonly string[]]>([
  [
    'its beginning',
    { event: 'started', ...state, nodes: 7 },
    ['12:00 watching 7 nodes, scan 4, aaaaaaaaaaaa; Ctrl-C ends'],
  ],
  [
    'a scan',
    { event: 'scanned', ...state, changes: changes.slice(0, 2), read: 1 },
    ['12:00 scan 4: 1 added, 1 renamed', '  + lib/', '  > old.ts → new.ts'],
  ],
  [
    'a renewal',
    { event: 'regenerated', ...state, examined: 2, regenerated: 2, cutOff: 0, untouched: 0, stale: [stale] },
    [
      '12:00 2 derived records examined: 2 renewed, 0 already up to date',
      '  1 record stale; penumbra status lists them',
    ],
  ],
  [
    'nothing to renew, which is not worth a line',
    { event: 'regenerated', ...state, examined: 0, regenerated: 0, cutOff: 0, untouched: 0, stale: [] },
    [''],
  ],
  [
    'a command that failed',
    { event: 'command', ...state, command: 'make', exitCode: 2, signal: null, problem: null },
    ['12:00 `make` ended with 2'],
  ],
  [
    'a command that was killed',
    { event: 'command', ...state, command: 'make', exitCode: null, signal: 'SIGTERM', problem: null },
    ['12:00 `make` ended with SIGTERM'],
  ],
  ['an overflow', { event: 'overflow', reason: 'lost' }, ['12:00 rescanning everything: lost']],
  ['a fault', { event: 'fault', code: 'store-busy', message: 'busy' }, ['12:00 busy; trying again']],
  ['its end', { event: 'stopped', ...state }, ['12:00 stopped at scan 4']],
])('a watch tells %s', (_what, event, expected) => {
  check(renderWatchEvent(event, { time: '12:00' }), expected);
});
