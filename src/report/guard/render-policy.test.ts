/** Pictures of policies: what each mark means, that hostile names are harmless, and that all fits the screen. */
import { describe, expect, test } from 'vitest';
import type { Area, ExecPolicy, PolicyFinding, PolicyTableRow, RowAnswer } from '../../guard/index.ts';
import { renderPolicyLint } from '../render-lint.ts';
import { displayWidth } from '../text/fit-text.ts';
import type { PolicyTableDocument } from './policy-matrix.ts';
import {
  type PolicyDiffDocument,
  type PolicyReplayDocument,
  renderPolicyDiff,
  renderPolicyReplay,
} from './render-policy-changes.ts';
import { renderPolicyTable } from './render-policy-table.ts';

const HASH = 'a'.repeat(64);

function row(place: string, command: string, granted: RowAnswer, visible: RowAnswer = 'always') {
  const [root = '', subdirectory = null] = place.split('/');
  const [area = '', tool = '', name = ''] = command.split(' ');
  const rule = granted === 'never' ? null : `work ${place} 1`;
  const what = { tool, command: name, area: area as Area, isWholeRoot: false };
  return { mode: 'work', root, subdirectory, visible, ...what, granted, rule } satisfies PolicyTableRow;
}

function table(
  rows: readonly PolicyTableRow[],
  part: Partial<PolicyTableDocument> = {},
): PolicyTableDocument {
  const roots = [{ key: 'yard', legacy: null, hidden: [], protected: [] }];
  return {
    policy: 'p',
    hash: HASH,
    registry: null,
    modes: ['work'],
    roots,
    rows,
    exec: null,
    contracts: null,
    ...part,
  };
}

describe('the matrix', () => {
  const cellsOf = (rows: readonly PolicyTableRow[], part: Partial<PolicyTableDocument> = {}) =>
    renderPolicyTable(table(rows, part))
      .split('\n')
      .filter((line) => line.startsWith('  yard'))
      .map((line) => line.trim().replace(/ {2,}/g, '|'));

  test.each<[string, PolicyTableRow[], string[]]>([
    ['all', [row('yard', 'READ file read', 'always')], ['yard|●|●|·|·|·|·']],
    [
      'some commands',
      [row('yard', 'READ file read', 'always'), row('yard', 'READ file list', 'never')],
      ['yard|●|◐ 1|·|·|·|·'],
    ],
    ['conditions', [row('yard', 'WRITE file write', ['has_contract'])], ['yard|●|·|○ 1|·|·|·']],
    [
      'conditions on sight',
      [row('yard', 'READ file read', 'always', ['mask_worn(x)'])],
      ['yard|○ 1|●|·|·|·|·'],
    ],
    ['what is not seen', [row('yard', 'READ file read', 'always', 'never')], ['yard|–|–|–|–|–|–']],
    [
      'a subdirectory that is decided otherwise, and none that is not',
      [
        row('yard', 'READ file read', 'always'),
        row('yard/same', 'READ file read', 'always'),
        row('yard/other', 'READ file read', 'never'),
      ],
      ['yard|●|●|·|·|·|·', 'yard/other|●|·|·|·|·|·'],
    ],
  ])('shows %s', (_what, rows, cells) => {
    expect(cellsOf(rows)).toEqual(cells);
  });

  test('shows what an entry of the registry can reach where nothing else is seen', () => {
    const rows = [
      row('yard', 'READ file read', 'always', 'never'),
      row('yard', 'GIT git push', 'never', 'never'),
    ];
    expect(cellsOf(rows, { registry: 'mod' })).toEqual(['yard|–|●|–|–|–|–']);
  });

  test('explains each condition once, and names those it does not know', () => {
    const rows = [
      row('yard', 'WRITE file write', ['has_contract', 'role_is(a|b)']),
      row('yard', 'GIT git push', ['has_contract', 'constructor', 'on_branch(x)']),
    ];
    const text = renderPolicyTable(table(rows));
    expect(text.match(/a contract is open/g)).toHaveLength(1);
    expect(text).toContain('the agent’s role is a or b');
    expect(text.match(/a custom condition/g)).toHaveLength(2);
  });

  test('shows hidden names, how programs run, and every command where asked', () => {
    const exec: ExecPolicy = {
      scratch: { root: 'yard', subdirectory: 'wip' },
      sandbox: 'required',
      sees: [],
      environment: ['LANG'],
      timeoutMs: 60_000,
      outputBytes: 1000,
      rules: [
        {
          name: 'count',
          program: 'wc',
          fixed: ['-l'],
          flags: [{ flag: '--of', takes: 'path' }],
          operands: { kind: 'path', most: 5 },
          loadsCodeFrom: [],
        },
        {
          name: 'state',
          program: 'git',
          fixed: ['status'],
          flags: [],
          operands: null,
          loadsCodeFrom: [
            { root: 'yard', subdirectory: null },
            { root: 'shed', subdirectory: 'src' },
          ],
        },
      ],
    };
    const roots = [{ key: 'yard', legacy: null, hidden: ['.git'], protected: ['a/**', 'b', 'c', 'd'] }];
    const document = table([row('yard', 'WRITE file write', ['has_contract'])], {
      exec,
      roots,
      contracts: { mostTargets: 2, plainNames: 1, longestMs: 3_600_000 },
    });
    const text = renderPolicyTable(document, { hasCommands: true });
    expect(text).toContain('yard hides .git, at any depth');
    expect(text).toContain('yard protects a/**, b, c and 1 more pattern, at any depth');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('at most 2 targets, each with at least 1 plain name');
    expect(text).toContain('count: wc -l [--of PATH] [PATH, up to 5]\n');
    expect(text).toContain('state: git status; only in yard, shed/src, with its code\n');
    expect(text).toMatch(/\nfile write {2,}if has_contract {2,}work yard 1\n/);
    expect(renderPolicyTable(document)).not.toContain('work yard 1');
  });
});

describe('a finding', () => {
  type LintFinding = PolicyFinding & { readonly file: string; readonly source: string };
  const finding: LintFinding = {
    file: 'p.yaml',
    line: 3,
    column: 5,
    rule: 'unknown-root',
    severity: 'error',
    message: '`yrd` is not a root',
    remedy: 'use yard',
    source: '    yrd: always',
  };
  const linesOf = (part: Partial<LintFinding>) =>
    renderPolicyLint(
      { ok: false, files: ['p.yaml'], findings: [{ ...finding, ...part }] },
      { width: 60 },
    ).split('\n');

  test('has its place, its line with a caret, and the remedy', () => {
    expect(linesOf({})).toEqual([
      'p.yaml:3:5  error  unknown-root',
      '  `yrd` is not a root',
      '    3 |     yrd: always',
      '      |     ^',
      '  use yard',
      '',
      '1 error in p.yaml',
      '',
    ]);
  });

  test.each([
    ['in a long line', { source: `${'x'.repeat(500)}HERE${'y'.repeat(500)}`, column: 501 }, 'H'],
    ['after tabs', { source: '\t\tHERE', column: 3 }, 'H'],
    ['after wide letters', { source: '日本HERE', column: 3 }, 'H'],
    ['after what steers a terminal', { source: '\u001b[31mHERE', column: 6 }, 'H'],
    ['past the end', { source: '', column: 1 }, undefined],
  ])('has its caret under the place %s', (_what, part, expected) => {
    const [, , source = '', caret = ''] = linesOf(part);
    const columns = displayWidth(caret) - 1;
    let at: string | undefined;
    for (let end = 0; end <= source.length && at === undefined; end++)
      if (displayWidth(source.slice(0, end)) === columns) at = source[end];
    expect(at).toBe(expected);
    expect(displayWidth(source)).toBeLessThanOrEqual(60);
  });
});

const name = { source: 'a.yaml', policy: 'p', hash: HASH };
const diff: PolicyDiffDocument = {
  from: name,
  to: { ...name, source: 'b.yaml' },
  counts: { wider: 2, narrower: 1, other: 0 },
  changes: ['a', 'b'].flatMap((subdirectory) => ({
    mode: 'work',
    root: 'yard',
    subdirectory,
    tool: 'file',
    command: 'write',
    from: 'never' as const,
    to: ['has_contract'],
    fromReach: 'WRITE',
    toReach: 'WRITE',
    effect: 'wider' as const,
  })),
  settings: [{ setting: 'yard hides .git', from: null, to: 'yes', effect: 'narrower' }],
};

test('a difference tells places that change alike together, and counts', () => {
  expect(renderPolicyDiff(diff).split('\n').slice(1)).toEqual([
    '',
    'work yard/a, work yard/b',
    '  ! file write: never → if has_contract',
    '',
    'settings',
    '  - yard hides .git: not given → yes',
    '',
    '! wider: shows or grants more   - narrower: less   ~ other: swapped',
    '2 wider, 1 narrower, 0 other',
    '',
  ]);
  const none = { ...diff, changes: [], settings: [], counts: { wider: 0, narrower: 0, other: 0 } };
  expect(renderPolicyDiff(none)).toContain('both decide the same\n0 wider, 0 narrower, 0 other');
});

const replay: PolicyReplayDocument = {
  policy: name,
  corpus: 'requests.jsonl',
  counts: { decided: 4, same: 1, unrecorded: 1, wider: 2, narrower: 0, other: 0 },
  skipped: { beforeGate: 1, notWhole: 1 },
  changes: [1, 2].map((line) => ({
    recordedAt: `line ${line}`,
    mode: 'work',
    root: 'yard',
    subdirectory: null,
    tool: 'file',
    command: 'write',
    paths: ['a', 'b', 'c', 'd', 'e'],
    was: 'EN-WRITE-S-001',
    wouldBe: 'EN-WRITE-D-002',
    failedConditions: ['has_contract'],
    effect: 'narrower',
  })),
};

test('a replay tells requests that change alike together, with the first of them', () => {
  expect(renderPolicyReplay(replay).split('\n').slice(1)).toEqual([
    '',
    '- work yard: file write (2 times)',
    '  was EN-WRITE-S-001, would be EN-WRITE-D-002, because has_contract failed',
    '  first line 1: a, b, c and 2 more',
    '',
    '2 wider, 0 narrower, 0 other, 1 as before',
    '1 had no code to compare with',
    '1 call had not reached the gate',
    '1 call had not been recorded in full',
    '',
  ]);
});

test('names that steer a terminal do nothing, and no line is wider than the screen', () => {
  const evil = `\u001b[2J\u202e${'long-'.repeat(60)}`;
  const rows = [row(evil, 'READ file read', [evil]), row(evil, `WRITE ${evil} write`, 'always')];
  const evilDiff = {
    ...diff,
    changes: diff.changes.map((change) => ({ ...change, root: evil, tool: evil })),
  };
  const evilReplay = { ...replay, changes: replay.changes.map((change) => ({ ...change, paths: [evil] })) };
  const texts = [
    renderPolicyTable(table(rows, { policy: evil, registry: evil }), { hasCommands: true, width: 80 }),
    renderPolicyDiff(evilDiff, { width: 80 }),
    renderPolicyReplay({ ...evilReplay, corpus: evil }, { width: 80 }),
  ];
  for (const text of texts) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is the point
    expect(text).not.toMatch(/[\u0000-\u0009\u001b\u202e]/);
    expect(text.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([]);
  }
});
