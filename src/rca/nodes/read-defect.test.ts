// The kind of defect of a case, by what changed and what failed, and the reason given.

import { expect, test } from 'vitest';
import { base, evidence, failure } from '../../../test/support/sample-blocks.ts';
import { type SampleBlock, samplePack } from '../../../test/support/sample-pack.ts';
import type { DefectType } from '../../record/index.ts';
import type { ChangeBlock, EvidenceBlock } from '../blocks/case-blocks.ts';
import { rankBlocks } from './read-case-pack.ts';
import { readDefect } from './read-defect.ts';

const change = (parts: Partial<ChangeBlock> = {}): ChangeBlock => ({
  commit: 'abc',
  subject: '',
  author: '',
  date: '',
  position: 0,
  files: 1,
  kind: 'modified',
  removed: [],
  added: [],
  ...parts,
});
const changed = (
  path: string,
  side: EvidenceBlock['side'],
  parts: Partial<ChangeBlock> = {},
  features: Parameters<typeof evidence>[1] = {},
) => evidence(path, { changed: 1_000, ...features }, { side, change: change(parts) });
const triaged = (defect_type_hypothesis: DefectType): SampleBlock => ({
  type: 'triage',
  data: {
    symptom_category: 'environment',
    defect_type_hypothesis,
    candidate_repos: [],
    skip_investigation: false,
  },
});

function read(...blocks: readonly SampleBlock[]) {
  const pack = samplePack(blocks);
  return readDefect(pack, rankBlocks(pack));
}

test.each<[string, SampleBlock[], DefectType, string]>([
  ['code of the product', [changed('lib/a.ts', 'production')], 'product_bug', '`lib/a.ts`'],
  ['a test', [changed('test/a.test.ts', 'test')], 'test_bug', '`test/a.test.ts`'],
  [
    'a test that depends on time now',
    [changed('test/a.test.ts', 'test', {}, { changeUnsteady: 1_000 })],
    'flaky',
    'time or chance',
  ],
  [
    'data of a test that speaks of time',
    [changed('test/a.json', 'test', { added: ['"timeout": 1'] })],
    'test_bug',
    '`test/a.json`',
  ],
  ['the mode of a file', [changed('bin/run.sh', 'production', { kind: 'mode' })], 'environment', 'mode'],
  [
    'data that was deleted',
    [changed('data/rates.json', 'production', { kind: 'deleted' })],
    'environment',
    'deleted',
  ],
  [
    'code of the product that was deleted',
    [changed('lib/a.ts', 'production', { kind: 'deleted' })],
    'product_bug',
    '`lib/a.ts`',
  ],
  ['what configures the build', [changed('package.json', 'production')], 'environment', 'configures'],
])('what changed is %s', (_, blocks, type, words) => {
  const reading = read(failure(), base({ world: 'change' }), ...blocks);
  expect(reading.type).toBe(type);
  expect(reading.reason).toContain(words);
});

test.each<[string, SampleBlock[], DefectType, string]>([
  [
    'a failure of another repository',
    [base({ is_foreign: true }), changed('lib/a.ts', 'production')],
    'to_investigate',
    'nothing',
  ],
  [
    'a failure that nothing ties to a place, though a test ranks first',
    [failure(), base({ is_grounded: false }), evidence('test/a.ts', {}, { side: 'test' })],
    'to_investigate',
    'nothing ties',
  ],
  [
    'a test that passed when it was run again',
    [failure({ retries: ['passed'] }), changed('lib/a.ts', 'production')],
    'flaky',
    'again',
  ],
  [
    'a triage that says otherwise',
    [failure(), triaged('infrastructure'), changed('lib/a.ts', 'production')],
    'infrastructure',
    'triage',
  ],
  [
    'a suspect among the tests that did not change',
    [failure(), evidence('test/a.ts', { naming: 1_000 }, { side: 'test' })],
    'test_bug',
    '`test/a.ts`',
  ],
  [
    'a suspect of the product that did not change',
    [failure(), evidence('lib/a.ts', { naming: 1_000 })],
    'product_bug',
    '',
  ],
  [
    'data of the product that was edited',
    [failure(), changed('data/rates.json', 'production')],
    'product_bug',
    '',
  ],
  ['no suspect', [failure()], 'product_bug', ''],
])('%s', (_, blocks, type, words) => {
  const reading = read(...blocks, base());
  expect(reading.type).toBe(type);
  expect(reading.reason).toContain(words);
  expect(reading.reason).not.toBe('');
});
