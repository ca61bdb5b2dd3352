/** What a contract may say, and how everything else is refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleDraft } from '../../../test/guard/contract-room.ts';
import { PenumbraError } from '../../kernel/index.ts';
import { contractLimits } from '../conditions/contract.ts';
import { type ContractFault, lintContract, loadContract, readContract } from './read-contract.ts';

/** Returns what is wrong with the sample after a change, as `place: problem`. */
function faultsOf(change: object): readonly string[] {
  const read = readContract({ ...sampleDraft, ...change });
  return 'draft' in read ? [] : read.faults.map(({ path, problem }) => `${path.join('.')}: ${problem}`);
}

const write = (path: string) => ({ edits: [{ path, operation: 'WRITE' }] });

describe('a contract', () => {
  test('that fits is copied and frozen', () => {
    const given = structuredClone(sampleDraft);
    const read = readContract(given);
    expect(read).toEqual({ draft: sampleDraft });
    expect('draft' in read && Object.isFrozen(read.draft.edits[0]) && read.draft !== given).toBe(true);
  });

  test.each<[string, object]>([
    ['only reading declares no edits', { operations: ['READ'], edits: undefined }],
    ['a lifetime at its lower bound', { expiresInMs: contractLimits.shortestMs }],
    ['a lifetime at its upper bound', { expiresInMs: contractLimits.longestMs }],
    ['the whole root', { targets: ['**'], ...write('src/**') }],
    ['an intent of two lines', { intent: 'one\ntwo' }],
    ['an author with a foreign name', { author: 'Zoë O’Neil'.replace('’', "'") }],
    ['an edit that is a pattern', write('src/a/*.ts')],
    ['fifteen lines of plan', { plan: Array.from({ length: 15 }, () => 'x') }],
    ['a hundred targets', { targets: ['src/a/**', ...Array.from({ length: 99 }, (_, i) => `t${i}`)] }],
  ])('may have %s', (_name, change) => {
    expect(faultsOf(change)).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['an unknown field', { scope: 'all' }, 'scope: unknown-key'],
    ['an id of its own', { id: 'contract:1' }, 'id: unknown-key'],
    ['a session of its own', { session: 'other' }, 'session: unknown-key'],
    [
      'an unknown field of an edit',
      { edits: [{ ...sampleDraft.edits[0], why: 'x' }] },
      'edits.0.why: unknown-key',
    ],
    ['no root', { root: undefined }, ': missing'],
    ['an address for a root', { root: 'root:repo' }, 'root: wrong-value'],
    ['no operation', { operations: [] }, 'operations: wrong-value'],
    ['an unknown operation', { operations: ['EXEC'] }, 'operations.0: wrong-value'],
    ['a repeated operation', { operations: ['WRITE', 'WRITE'] }, 'operations.1: repeated'],
    ['no targets', { targets: [] }, 'targets: wrong-value'],
    ['too many targets', { targets: Array.from({ length: 101 }, (_, i) => `t${i}`) }, 'targets: wrong-value'],
    ['a repeated target', { targets: ['src/a/**', 'src/a/**'] }, 'targets.1: repeated'],
    ['a target above the root', { targets: ['../x'] }, 'targets.0: wrong-value'],
    ['a target that climbs', { targets: ['src/a/**/../../b'] }, 'targets.0: wrong-value'],
    ['a target of the host', { targets: ['/etc/passwd'] }, 'targets.0: wrong-value'],
    ['an empty target', { targets: [''] }, 'targets.0: wrong-value'],
    ['a target with an empty segment', { targets: ['src//a'] }, 'targets.0: wrong-value'],
    ['a target with a trailing slash', { targets: ['src/'] }, 'targets.0: wrong-value'],
    ['a target with a backslash', { targets: ['src\\a'] }, 'targets.0: wrong-value'],
    ['a target with a NUL', { targets: ['src\0/a'] }, 'targets.0: wrong-value'],
    ['a target that reads backwards', { targets: ['src/\u202egnp.a'] }, 'targets.0: wrong-value'],
    ['half a character', { targets: ['src/\ud800'] }, 'targets.0: wrong-value'],
    ['a target that is no text', { targets: [{ toString: 'x' }] }, 'targets.0: wrong-value'],
    ['an endless target', { targets: ['a/'.repeat(1e6)] }, 'targets.0: wrong-value'],
    ['no plan', { plan: [] }, 'plan: wrong-value'],
    ['a plan of sixteen lines', { plan: Array.from({ length: 16 }, () => 'x') }, 'plan: wrong-value'],
    ['two lines in one', { plan: ['a\nb'] }, 'plan.0: wrong-value'],
    ['a line that is too long', { plan: ['x'.repeat(501)] }, 'plan.0: wrong-value'],
    ['a blank intent', { intent: ' \n' }, 'intent: wrong-value'],
    ['an intent that rings', { intent: 'a\u0007' }, 'intent: wrong-value'],
    ['an author of two lines', { author: 'a\nb' }, 'author: wrong-value'],
    ['a lifetime too short', { expiresInMs: contractLimits.shortestMs - 1 }, 'expiresInMs: wrong-value'],
    ['a lifetime too long', { expiresInMs: contractLimits.longestMs + 1 }, 'expiresInMs: wrong-value'],
    ['a lifetime in fractions', { expiresInMs: 60_000.5 }, 'expiresInMs: wrong-value'],
    ['an endless lifetime', { expiresInMs: Number.POSITIVE_INFINITY }, 'expiresInMs: wrong-value'],
    ['no edits though it writes', { edits: [] }, 'edits: edits'],
    ['edits though it reads', { operations: ['READ'] }, 'edits: edits'],
    [
      'an edit it does not allow',
      { edits: [{ path: 'src/a', operation: 'DELETE' }] },
      'edits.0.operation: edits',
    ],
    [
      'an edit that reads',
      { edits: [{ path: 'src/a', operation: 'READ' }] },
      'edits.0.operation: wrong-value',
    ],
    ['an edit outside', write('src/b'), 'edits.0.path: edits'],
    ['an edit by a look-alike', write('src/\u0430/parser.ts'), 'edits.0.path: edits'],
    ['an edit with another slash', write('src\uff0fa\uff0fparser.ts'), 'edits.0.path: edits'],
    ['a pattern wider than the targets', write('src/**'), 'edits.0.path: edits'],
    [
      'more text than a log takes',
      { plan: Array.from({ length: 15 }, () => '\u00e9'.repeat(500)) },
      ': too-large',
    ],
    ['more targets than a record takes', { targets: ['src/a/**', ...long(30)] }, 'targets: too-large'],
  ])('may not have %s', (_name, change, fault) => {
    expect(faultsOf(change)).toEqual([fault]);
  });

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'root: repo'],
    ['a list', []],
    ['a map', new Map(Object.entries(sampleDraft))],
    ['what cannot be copied', { ...sampleDraft, plan: () => 1 }],
    ['the prototype', JSON.parse(`{"__proto__": ${JSON.stringify(sampleDraft)}}`)],
  ])('is not %s', (_name, value) => {
    expect('faults' in readContract(value)).toBe(true);
  });

  test('with a misspelt field is told the near one, and nothing that was given', () => {
    const read = readContract({ ...sampleDraft, target: '/srv/secret' });
    const [fault] = (read as { faults: readonly ContractFault[] }).faults;
    expect(fault?.remedy).toContain('did you mean `targets`?');
    expect(JSON.stringify(fault)).not.toContain('secret');
  });

  test.each([
    [500, contractLimits.faults],
    [100_000, 1],
  ])('with %i unknown fields is refused with a bounded answer', (count, told) => {
    const many = Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, 1]));
    expect(faultsOf(many)).toHaveLength(told);
    expect(faultsOf({ edits: [many] })).toHaveLength(told);
  });

  test('that holds itself is refused', () => {
    const endless: Record<string, unknown> = { ...sampleDraft };
    endless.edits = [endless];
    expect('faults' in readContract(endless)).toBe(true);
  });

  test('that answers differently each time is read once', () => {
    let asked = 0;
    const shifty = {
      ...sampleDraft,
      get targets() {
        asked += 1;
        return asked === 1 ? sampleDraft.targets : ['**'];
      },
    };
    // Spreading would read the getter, so the object goes in as it is.
    expect(readContract(shifty)).toEqual({ draft: sampleDraft });
    expect(asked).toBe(1);
  });

  test('of any value is a draft or faults, never a throw', () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 3 }), (value) => {
        const read = readContract(value);
        expect('draft' in read || read.faults.length > 0).toBe(true);
      }),
    );
  });
});

function long(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${index}/${'x'.repeat(240)}`);
}

const text = `root: repo
intent: make the parser take empty files
operations: [READ, WRITE]
targets:
  - src/a
  - src/a/**
plan: [read the parser, change it]
edits:
  - { path: src/a/parser.ts, operation: WRITE }
author: smith
`;

/** Returns what lint says of the sample with one text replaced, as `line:column rule`. */
function check(from: string, to: string): readonly string[] {
  expect(text).toContain(from);
  return lintContract(text.replace(from, to)).map(({ line, column, rule }) => `${line}:${column} ${rule}`);
}

describe('the text of a contract', () => {
  test('is read as YAML and as JSON', () => {
    expect(loadContract(text)).toEqual(sampleDraft);
    expect(loadContract(JSON.stringify(sampleDraft))).toEqual(sampleDraft);
    expect(lintContract(text)).toEqual([]);
  });

  test.each<[string, string, readonly string[]]>([
    ['root: repo', 'rot: repo', ['1:1 unknown-key', '1:1 missing']],
    ['  - src/a\n', '  - ../a\n', ['5:5 wrong-value']],
    ['[READ, WRITE]', '[READ, WRITE, READ]', ['3:27 repeated']],
    ['path: src/a/parser.ts', 'path: src/b.ts', ['9:13 edits']],
    ['operation: WRITE', 'operation: DELETE', ['9:41 edits']],
    ['author: smith', 'author: smith\nauthor: jones', ['11:1 duplicate-key']],
    ['author: smith', 'author: [', ['11:1 yaml']],
    ['author: smith', 'author: &a smith\nexpiresInMs: 1.5', ['11:14 wrong-value']],
  ])('with %j as %j is faulted at its place', (from, to, expected) => {
    expect(check(from, to)).toEqual(expected);
  });

  test('that does not fit is refused with source, place and remedy', () => {
    const load = () => loadContract(text.replace('targets', 'target'), { source: 'work.yaml' });
    expect(load).toThrow(PenumbraError);
    expect(load).toThrow(/^work\.yaml:\d+:1: /);
  });

  test.each([
    ['too long', `# ${'x'.repeat(300_000)}`],
    ['too deep', '['.repeat(10_000)],
    ['an alias', 'root: &a repo\nplan: *a'],
    ['empty', ''],
  ])('that is %s is faulted', (_name, bad) => {
    expect(lintContract(bad)).not.toEqual([]);
  });
});
