// A scan and the state of a workspace as people read them, and what writes come to.
import { describe, expect, test } from 'vitest';
import type { Staleness } from '../../context/index.ts';
import { makeId, type Sha256 } from '../../kernel/index.ts';
import {
  renderAgents,
  renderInvalidation,
  renderPut,
  renderScan,
  renderStatus,
  renderTypes,
  type ScanDocument,
  type StatusDocument,
} from '../index.ts';
import { sizeWords } from '../text/quantity.ts';

const root = `content:${'a'.repeat(64)}`;
const change = { path: 'src/a.ts', change: 'changed', kind: 'file', before: null, after: null } as const;

const scan: ScanDocument = {
  root,
  scan: 1,
  isNew: true,
  nodes: 4,
  files: 2,
  directories: 1,
  links: 1,
  read: 3,
  reused: 0,
  skipped: [],
  changes: [],
};

const counts = '2 files, 1 directory, 1 link · 3 read, 0 reused · root aaaaaaaaaaaa';

describe('a scan', () => {
  const check = (document: Partial<ScanDocument>, expected: readonly string[]): void =>
    expect(renderScan({ ...scan, ...document }, { width: 90 }).split('\n')).toEqual([...expected, '']);

  test('that is the first', () => check({}, ['scan 1, the first', counts]));

  test('that found nothing new', () =>
    check({ scan: 7, isNew: false }, ['nothing changed since scan 7', counts]));

  test('tells what changed, and how much more', () => {
    const changes = Array.from({ length: 12 }, (_, number) => ({ ...change, path: `${number}` }));
    check({ scan: 2, changes }, [
      'scan 2: 12 changed since scan 1',
      ...changes.slice(0, 10).map(({ path }) => `  ~ ${path}`),
      '  and 2 further changes',
      counts,
    ]);
  });

  test('tells what it left out and why, however it is named', () => {
    const skipped = { reason: 'special-file', means: 'It is a socket, a pipe or a device.' };
    const many = Array.from({ length: 12 }, (_, number) => ({ ...skipped, path: `pipe\n${number}` }));
    check({ skipped: many }, [
      'scan 1, the first',
      counts,
      '12 left out:',
      ...many.slice(0, 10).map((_, number) => `  pipe\\u{a}${number}: It is a socket, a pipe or a device.`),
      '  and 2 more; --json lists all',
    ]);
  });
});

describe('the state of a workspace', () => {
  const status: StatusDocument = {
    workspace: 'project',
    root,
    storedRoot: root,
    scan: 3,
    nodes: 4,
    frames: 2,
    stale: 0,
    staleFrames: [],
    changes: [],
    store: '.penumbra/ledger.db',
  };

  const check = (document: Partial<StatusDocument>, [scans, records]: readonly string[]): void => {
    const lines = renderStatus({ ...status, ...document }, { width: 90 }).split('\n');
    expect(lines.slice(0, 2)).toEqual(['  workspace   project', '  tree        4 nodes, root aaaaaaaaaaaa']);
    expect(lines).toContain(`  scans       ${scans}`);
    expect(lines).toContain(`  records     ${records}`);
    expect(lines).toContain('  ledger      .penumbra/ledger.db');
  };

  test('before anything is recorded says what to run', () =>
    check({ storedRoot: null, scan: 0, frames: 0 }, [
      'none yet; penumbra scan records the first',
      'nothing is recorded about the files yet; penumbra put writes a note',
    ]));

  test('where all is well', () => check({}, ['3 on record, and nothing changed since', '2, all fresh']));

  test('where files changed and records are stale', () => {
    const stale: Staleness = {
      reason: 'invalidated',
      input: `frame:${'b'.repeat(64)}`,
      from: null,
      to: 'invalidated by ann',
      since: null,
    };
    const staleFrames = [
      {
        path: 'src/a.ts',
        frameId: makeId('frame', 'f'.repeat(64) as Sha256),
        type: 'note',
        agent: 'person',
        stale,
      },
    ];
    const document = { storedRoot: `content:${'b'.repeat(64)}`, changes: [change], stale: 1, staleFrames };
    check(document, ['3 on record; since then 1 changed; penumbra scan records that', '2, 1 stale']);
    expect(renderStatus({ ...status, ...document })).toContain(
      '\n    ~ src/a.ts\n  records     2, 1 stale\n  ledger      .penumbra/ledger.db\n\nstale:\nsrc/a.ts\n  note by person: invalidated by ann\n',
    );
  });
});

test('writes are told in a line', () => {
  const put = { frameId: `frame:${'1'.repeat(64)}`, path: 'a\n', type: 'note', agent: 'person', isNew: true };
  expect(renderPut(put)).toBe('recorded note 111111111111 about a\\u{a}, by person\n');
  expect(renderPut({ ...put, isNew: false })).toBe('note 111111111111 about a\\u{a} was already recorded\n');
  expect(renderInvalidation({ invalidated: [put.frameId], by: 'ann' })).toBe(
    '1 record declared invalid by ann\n  111111111111\n',
  );
  expect(renderInvalidation({ invalidated: [], by: 'ann' })).toContain('nothing was done');
});

test('agents and types are tables', () => {
  expect(renderAgents([{ agentId: 'person', role: 'writer' }])).toBe(
    'agent   role    may\nperson  writer  reads and appends\n',
  );
  expect(renderTypes([{ name: 'note', cardinality: 'many', mediaType: 'text/plain' }])).toBe(
    'type  holds  at each path\nnote  text   many, all current\n',
  );
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [3_200_000_000, '3.2 GB'],
])('%i bytes are %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words));
