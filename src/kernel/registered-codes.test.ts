// Every reply code and fault code is in test/golden/codes.txt. A code is added by `vitest -u` and review; one that
// was recorded stays in the file whatever is updated, so that renaming or removing it always fails.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exitCodes, faultCodes } from './penumbra-error.ts';
import { defineReplyCodes, replyCodes } from './reply.ts';

const golden = join(import.meta.dirname, '../../test/golden/codes.txt');

function codeLines(): Map<string, string> {
  const replies = Object.entries(replyCodes).map(([code, { means }]) => `${code}: ${means}`);
  const faults = Object.entries(faultCodes).map(
    ([code, { exit, means }]) => `${code}: exit ${exit}. ${means}`,
  );
  return byCode([...replies, ...faults]);
}

function byCode(lines: readonly string[]): Map<string, string> {
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line]));
}

function recordedLines(): Map<string, string> {
  return byCode(existsSync(golden) ? readFileSync(golden, 'utf8').trimEnd().split('\n') : []);
}

describe('the registered codes', () => {
  test('are those on record', async () => {
    const lines = new Map([...recordedLines(), ...codeLines()]);
    await expect(`${[...lines.values()].toSorted().join('\n')}\n`).toMatchFileSnapshot(golden);
  });

  test('hold every code ever recorded', () => {
    const current = codeLines();
    expect([...recordedLines().keys()].filter((code) => !current.has(code))).toEqual([]);
  });
});

describe('a fault code', () => {
  test.each(Object.entries(faultCodes))(
    '`%s` has a kebab-case name, a sentence and a known exit',
    (code, entry) => {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(entry.means).toMatch(/^[A-Z][^.]*\.$/);
      expect(Object.values(exitCodes)).toContain(entry.exit);
    },
  );
});

describe('the registry of reply codes refuses', () => {
  const fine = 'It is so.';

  test.each<[string, string, string, RegExp]>([
    ['a denial of WA', 'WA-READ-D-001', fine, /only EN may deny/],
    ['a denial of CT', 'CT-OPEN-D-001', fine, /only EN may deny/],
    ['a denial of MCP', 'MCP-CALL-D-001', fine, /only EN may deny/],
    ['a denial of ST', 'ST-PUT-D-001', fine, /only EN may deny/],
    ['a denial of CX', 'CX-SCAN-D-001', fine, /only EN may deny/],
    ['a denial of OR', 'OR-ASK-D-001', fine, /only EN may deny/],
    ['a denial of LN', 'LN-PACK-D-001', fine, /only EN may deny/],
    ['a denial of PL', 'PL-RUN-D-001', fine, /only EN may deny/],
    ['a denial of RC', 'RC-LOG-D-001', fine, /only EN may deny/],
    ['a fault of input by EN', 'EN-READ-I-001', fine, /EN never faults input/],
    ['an unknown layer', 'XX-READ-S-001', fine, /is not a reply code/],
    ['an unknown type', 'EN-READ-X-001', fine, /is not a reply code/],
    ['a number of two digits', 'EN-READ-S-01', fine, /is not a reply code/],
    ['a number of four digits', 'EN-READ-S-0001', fine, /is not a reply code/],
    ['small letters', 'en-read-s-001', fine, /is not a reply code/],
    ['a code with more behind it', 'EN-READ-S-001\n', fine, /is not a reply code/],
    ['no meaning', 'EN-READ-S-001', '', /needs one sentence/],
    ['two sentences', 'EN-READ-S-001', 'One. Two.', /needs one sentence/],
    ['no full stop', 'EN-READ-S-001', 'One', /needs one sentence/],
  ])('%s', (_name, code, means, refusal) => {
    expect(() => defineReplyCodes({ [code]: { means } })).toThrow(refusal);
  });

  test('nothing that keeps the rules', () => {
    const codes = { 'EN-READ-D-009': { means: fine }, 'MCP-CALL-I-001': { means: fine } };
    expect(defineReplyCodes(codes)).toBe(codes);
  });
});
