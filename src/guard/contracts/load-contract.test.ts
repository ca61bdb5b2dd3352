/** Contracts as people write them: YAML or JSON, and every fault with its line and column. */
import { describe, expect, test } from 'vitest';
import { sampleDraft } from '../../../test/guard/contract-room.ts';
import { PenumbraError } from '../../kernel/index.ts';
import { lintContract, loadContract } from './load-contract.ts';

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
