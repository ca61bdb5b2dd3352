// What the commands on the audit print, for people.
import { describe, expect, test } from 'vitest';
import type { AuditRecord, AuditVerification } from '../../guard/index.ts';
import type { Sha256 } from '../../kernel/index.ts';
import { renderAuditRecords, renderAuditVerification } from './render-audit.ts';

const chain = '0123456789abcdef0123456789abcdef';
const whole: AuditVerification = {
  ok: true,
  records: 12,
  chains: [{ chain, records: 12, last: 12 }],
  anchored: { chain, from: 1, to: 10 },
  unanchored: 2,
  faults: [],
  notes: [],
};

describe('a verification', () => {
  test.each<[string, Partial<AuditVerification>, string]>([
    [
      'says what is anchored and what follows',
      {},
      'intact: 12 records in 1 chain\nanchored: records 1 to 10 of chain 01234567; 2 records after it\n',
    ],
    [
      'says what it means that nothing is anchored',
      { anchored: null },
      'intact: 12 records in 1 chain\nanchored: nothing, so the newest records could be cut off or rewritten unnoticed\n',
    ],
    ['says little of nothing', { records: 0, chains: [], anchored: null }, 'intact: 0 records in 0 chains\n'],
    [
      'tells faults with their place, and notes',
      {
        ok: false,
        unanchored: 0,
        faults: [
          { sequence: 3, chain, fault: 'changed', detail: 'record 3 is another' },
          { sequence: 7, chain: null, fault: 'unreadable', detail: 'it is\u001b[2J no record' },
        ],
        notes: ['two copies were joined'],
      },
      [
        'fault  record 3 of chain 01234567 changed: record 3 is another',
        'fault  entry 7 unreadable: it is\\u{1b}[2J no record',
        'note   two copies were joined',
        '2 faults: 12 records in 1 chain',
        'anchored: records 1 to 10 of chain 01234567; nothing follows\n',
      ].join('\n'),
    ],
  ])('%s', (_what, change, text) => {
    expect(renderAuditVerification({ ...whole, ...change }, { width: 100 })).toBe(text);
  });
});

describe('records', () => {
  const record: AuditRecord = {
    version: 1,
    chain,
    previous: null,
    mode: 'forge',
    policy: 'a'.repeat(64) as Sha256,
    contract: null,
    requests: [],
    intent: null,
    sequence: 4,
    atMs: 5,
    session: 's-1',
    tool: 'file',
    command: 'write',
    addresses: ['root:repo/src/a.ts', 'root:repo/src/b.ts'],
    decision: 'EN-WRITE-D-002',
    answer: 'EN-WRITE-D-002',
    rule: 'forge at repo',
    failedConditions: ['has_contract'],
  };
  const show = (change: Partial<AuditRecord>, colors = {}) =>
    renderAuditRecords(
      { records: [{ ...record, ...change }], unreadable: [] },
      { width: 120, formatTime: (ms) => `at ${ms}`, ...colors },
    );

  test('stand in a table, with what failed below', () => {
    expect(show({})).toBe(
      [
        'record  time  session  call        address             decision        rule',
        '4       at 5  s-1      file write  root:repo/src/a.ts  EN-WRITE-D-002  forge at repo',
        '        and 1 more address',
        '        failed: has_contract\n',
      ].join('\n'),
    );
  });

  test.each<[string, Partial<AuditRecord>, string]>([
    ['were written before the act', { answer: null }, 'recorded before it was done'],
    [
      'were granted and then failed',
      { decision: 'EN-READ-S-001', answer: 'MCP-FILE-I-002' },
      'answered MCP-FILE-I-002',
    ],
    ['were decided by no row', { decision: null, rule: null, answer: null }, 'src/a.ts  –         –\n'],
    ['were cut', { cut: { addresses: { count: 900, hash: null } } }, 'too large to keep in full: addresses'],
    [
      'were cut, with the whole count',
      { cut: { addresses: { count: 900, hash: null } } },
      'and 899 more addresses',
    ],
    ['steer a terminal', { tool: '\u001b[2Jx' }, '\\u{1b}[2Jx'],
  ])('that %s say so', (_what, change, text) => {
    expect(show(change)).toContain(text);
  });

  test('colour codes by what they are', () => {
    const mark = (name: string) => (text: string) => `<${name} ${text}>`;
    const same = (text: string) => text;
    const colors = {
      bold: same,
      dim: same,
      red: mark('red'),
      green: mark('green'),
      yellow: mark('yellow'),
      cyan: same,
    };
    expect(show({}, { colors })).toContain('<red EN-WRITE-D-002>');
    expect(show({ decision: 'EN-READ-S-001' }, { colors })).toContain('<green EN-READ-S-001>');
    expect(show({ decision: 'WA-RES-I-003' }, { colors })).toContain('<yellow WA-RES-I-003>');
  });

  test('that cannot be read are told', () => {
    const text = renderAuditRecords(
      { records: [], unreadable: [{ entry: 3, problem: 'it is no audit record' }] },
      { formatTime: String },
    );
    expect(text).toBe('no records\nunreadable entry 3: it is no audit record\n');
  });
});
