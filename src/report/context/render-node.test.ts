// A node, its records and its history as people read them.
import { describe, expect, test } from 'vitest';
import type { LineageEntry } from '../../context/index.ts';
import { type IdKind, makeId, type Sha256 } from '../../kernel/index.ts';
import {
  type NodeDocument,
  renderFrames,
  renderHead,
  renderHistory,
  renderNode,
  type ShownFrame,
} from '../index.ts';

const view = { width: 80, formatTime: (timeMs: number) => `at ${timeMs}` };

const id = <Kind extends IdKind>(kind: Kind, digit: string) => makeId(kind, digit.repeat(64) as Sha256);

const note: ShownFrame = {
  path: 'src/a.ts',
  frameId: id('frame', '1'),
  type: 'note',
  agent: 'person',
  recordedAs: 'src/a.ts',
  sequence: 1,
  recordedMs: 5,
  mediaType: 'text/plain',
  size: 12,
  contentId: id('content', '2'),
  basisId: id('basis', '3'),
  fresh: true,
  content: 'mind the order',
};

const stale: ShownFrame = {
  ...note,
  fresh: false,
  stale: {
    reason: 'content-changed',
    input: id('content', '4'),
    from: id('content', '4'),
    to: id('content', '5'),
    since: { scan: 3, root: id('content', '6') },
  },
};

const node: NodeDocument['node'] = {
  path: 'src/a.ts',
  kind: 'file',
  size: 3_210,
  nodeId: id('node', '7'),
  contentId: id('content', '8'),
  parent: 'src',
  children: [],
  frameSetRoot: '9'.repeat(64),
  lineage: [],
};

const title = ['src/a.ts', 'file · 3.2 kB · 1 record · node 777777777777 · content 888888888888'];

function check(document: Partial<NodeDocument>, expected: readonly string[]): void {
  const whole = { node, frames: [], frameCount: 1, produced: [], unmade: [], ...document };
  expect(renderNode(whole, view).split('\n')).toEqual([...expected, '']);
}

describe('a node', () => {
  test('is what it is, and each record with who said it', () => {
    check({ frames: [note] }, [...title, '', 'note by person  at 5  111111111111', '  mind the order']);
  });

  test('shows a stale record as stale, with its text', () => {
    check({ frames: [{ ...stale, recordedAs: 'src/old.ts' }] }, [
      ...title,
      '',
      'note by person, as src/old.ts  at 5  111111111111',
      '  stale: src/a.ts changed in scan 3',
      '  mind the order',
    ]);
  });

  test('that is a directory lists what is in it', () => {
    const children = [
      { name: 'deep', kind: 'directory', size: 1_999_999 },
      { name: 'run\u001b[2J', kind: 'executable', size: 7 },
      { name: 'way', kind: 'link', size: 12_345 },
    ];
    check({ node: { ...node, path: 'src', kind: 'directory', children }, frameCount: 0 }, [
      'src/',
      'directory · 3.2 kB · 3 entries · 0 records · node 777777777777 · content 888888888888',
      '  deep/           2.0 MB',
      '  run\\u{1b}[2J*      7 B',
      '  way@           12.3 kB',
      '',
      'no matching record; penumbra put writes one',
    ]);
  });

  test('shows one record whole, several cut, and says how many there are more', () => {
    const long = { ...note, content: Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n') };
    const lines = (document: Partial<NodeDocument>): readonly string[] =>
      renderNode({ node, frames: [], frameCount: 9, produced: [], unmade: [], ...document }, view).split(
        '\n',
      );
    const wide = { ...note, content: 'x'.repeat(100) };
    expect(lines({ frames: [long] })).toContain('  line 19');
    expect(lines({ frames: [wide] })).toContain(`  ${'x'.repeat(100)}`);
    expect(lines({ frames: [wide, note] })).toContain(`  ${'x'.repeat(77)}…`);
    expect(lines({ frames: [long, note] })).toEqual(
      expect.arrayContaining([
        '  line 11',
        '  … 8 more lines; --type TYPE shows one kind of record whole, --json all',
        '7 further records; --max-frames N shows more',
      ]),
    );
  });

  test('says which records cannot be made of it', () => {
    check({ frameCount: 0, unmade: ['outline'] }, [
      title[0] ?? '',
      title[1]?.replace('1 record', '0 records') ?? '',
      '',
      'no outline can be made from a file of this kind',
    ]);
  });
});

test.each<[string, Partial<ShownFrame>, readonly string[]]>([
  ['text with lines', { content: 'a\tb\r\n\nc\n\n' }, ['a  b', '', 'c']],
  ['text that steers a terminal', { content: '\u001b[2J\u202e' }, ['\\u{1b}[2J\\u{202e}']],
  ['JSON', { content: { a: [1] } }, ['{', '  "a": [', '    1', '  ]', '}']],
  ['JSON that is null', { content: null }, ['null']],
  [
    'bytes',
    { content: { base64: 'AAE=' }, size: 2_048 },
    ['(2.0 kB that are no text; --json has them in base64)'],
  ],
  ['nothing', { content: '', size: 0 }, ['(empty)']],
  ['what was removed', { content: null, size: null }, ['(its content was removed from the ledger)']],
])('the content is %s', (_what, frame, expected) => {
  const [heading, ...lines] = renderHead({ frame: { ...note, ...frame } }, view).split('\n');
  expect(heading).toBe('note by person  at 5  111111111111');
  expect(lines).toEqual([...expected.map((line) => (line === '' ? '' : `  ${line}`)), '']);
});

test('a list goes by path, and counts what is stale', () => {
  const other = { ...stale, path: 'src/b.ts', type: 'question', size: null };
  expect(renderFrames({ path: 'src', frames: [note, other] }, view).split('\n')).toEqual([
    'src/a.ts',
    '  note      person     12 B  111111111111  at 5',
    'src/b.ts',
    '  question  person  removed  111111111111  at 5',
    '    stale: src/b.ts changed in scan 3',
    '2 records, 1 stale',
    '',
  ]);
  expect(renderFrames({ path: 'a\nb', frames: [] }, view)).toBe('no matching record for a\\u{a}b\n');
  expect(renderHead({ frame: null }, view)).toBe('no matching record\n');
});

describe('a history', () => {
  const seen: LineageEntry = {
    scan: 1,
    recordedMs: 1,
    path: 'src/old.ts',
    kind: 'file',
    contentId: id('content', 'a'),
    nodeId: id('node', 'b'),
    renamedFrom: null,
    renamedTo: null,
  };
  const contentId = id('content', 'c');
  const gone = { kind: null, contentId: null, nodeId: null };

  test('tells edits, renames and deletions between what was recorded', () => {
    const lineage: readonly LineageEntry[] = [
      seen,
      { ...seen, scan: 2, recordedMs: 2, contentId },
      { ...seen, scan: 3, recordedMs: 5, contentId, path: 'src/a.ts', renamedFrom: 'src/old.ts' },
      { ...seen, scan: 4, recordedMs: 6, contentId, path: 'src/a.ts', kind: 'executable' },
      { ...seen, scan: 5, recordedMs: 7, path: 'src/a.ts', ...gone },
      { ...seen, scan: 6, recordedMs: 8, path: 'src/a.ts' },
      { ...seen, scan: 7, recordedMs: 9, path: 'src/a.ts', ...gone, renamedTo: 'src/new.ts' },
    ];
    const document = { path: 'src/a.ts', frames: [note], lineage, scans: 7 };
    expect(renderHistory(document, view).split('\n')).toEqual([
      'src/a.ts',
      '7 states seen by scans · 1 record',
      '',
      'scan 1: first seen',
      '  at 1  aaaaaaaaaaaa',
      '',
      'scan 2: edited',
      '  at 2  cccccccccccc',
      '',
      'scan 3: renamed from src/old.ts to src/a.ts',
      '  at 5  cccccccccccc',
      '',
      'note by person  at 5  111111111111',
      '  mind the order',
      '',
      'scan 4: same content, file became executable',
      '  at 6  cccccccccccc',
      '',
      'scan 5: deleted',
      '  at 7',
      '',
      'scan 6: came back',
      '  at 8  aaaaaaaaaaaa',
      '',
      'scan 7: renamed to src/new.ts',
      '  at 9',
      '',
    ]);
  });

  test.each([
    [0, 'no scan is on record yet; penumbra scan records one · nothing was recorded about it'],
    [2, 'unchanged since scan 1 · nothing was recorded about it'],
  ])('of a path that never changed, after %i scans', (scans, summary) => {
    const document = { path: 'a', frames: [], lineage: [], scans };
    expect(renderHistory(document, { ...view, width: 100 })).toBe(`a\n${summary}\n`);
  });
});
