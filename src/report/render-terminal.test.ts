// The terminal report as golden text (`vitest -u` rewrites it; review it like code), at several widths, in hostile hands.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CauseStatus, ReportDocument } from '../record/index.ts';
import { type ReportColors, renderTerminal } from './index.ts';
import { displayWidth } from './text/fit-text.ts';

const folder = join(import.meta.dirname, '../../test/golden/report');
const names = ['proven', 'experiments', 'change', 'worlds', 'settled', 'mixed', 'nothing'];
const NOW_MS = Date.parse('2026-11-16T19:42:00Z');
const read = (name: string): ReportDocument => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

const mark = (name: string) => (text: string) => `{${name} ${text}}`;
/** Colours that can be read in a file. */
const named: ReportColors = {
  bold: mark('bold'),
  dim: mark('dim'),
  red: mark('red'),
  green: mark('green'),
  yellow: mark('yellow'),
  cyan: mark('cyan'),
};

/** Returns a report whose only cause says a text everywhere it can; proven or not, it says other things. */
function saying(text: string, status: CauseStatus = 'insufficient'): ReportDocument {
  const document = read('mixed');
  const [cause] = document.causes;
  if (cause === undefined) throw new Error('the sample has no cause');
  const said = {
    ...cause,
    status,
    summary: text,
    world_reason: text,
    message: text,
    type_reason: text,
    difference: { expected: `${text}1`, received: `${text}2` },
    change: { commit: text, subject: text, author: text, date: text, files: 1 },
    code: { path: text, lines: [{ line: 1, text, mark: 'added' as const }] },
    last_green: text,
    owner: text,
    next_steps: [text],
    tests: [{ suite: text, name: text }],
    evidence: [{ handle: text, kind: text, path: text, quote: text, weight: 1 }],
    proof: {
      hunks: [{ path: text, lines: [1, 1] as const, symbol: text, diff: `-${text}\n+${text}\n${text}` }],
      change: { commit: text, subject: text, author: text, date: text },
      runs: { red: 2, green: 2 },
      alone: 'red' as const,
      patch: text,
    },
    experiments: {
      outcome: 'unfinished' as const,
      summary: text,
      command: text,
      runs: 2,
      left: { commits: [text], paths: [text] },
      notes: [text],
    },
    gaps: [
      { description: text, category: text, source: text, severity: 'low' as const, suggested_action: text },
    ],
  };
  return { ...document, causes: [said], unread: [{ source: text, reason: text }] };
}

describe.each(names)('the report %s', (name) => {
  test('reads as its golden text', async () => {
    await expect(renderTerminal(read(name), { nowMs: NOW_MS })).toMatchFileSnapshot(
      join(folder, `${name}.txt`),
    );
  });

  test('has its colours where the golden text has them', async () => {
    const text = renderTerminal(read(name), { colors: named, width: 100 });
    await expect(text).toMatchFileSnapshot(join(folder, `${name}.colors.txt`));
  });

  test('has a screen for each cause', () => {
    const shown = renderTerminal(read(name), { width: 100 }).split('\n\n  look deeper')[0] ?? '';
    const isOne = read(name).causes.length === 1;
    const [, ...causes] = shown.split(isOne ? /\n\n(?=\d+ tests? )/ : /\n\n(?=\d+ of \d+ )/);
    expect(causes).toHaveLength(read(name).causes.length);
    for (const cause of causes) expect(cause.split('\n').length).toBeLessThanOrEqual(24);
  });

  test.each([40, 60, 80, 120])('fits in %i columns', (width) => {
    for (const line of renderTerminal(read(name), { width }).split('\n')) {
      expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }
  });
});

test.each<[string, string, string]>([
  ['a colour code', '\u001b[31mred', '\\u{1b}[31mred'],
  ['a cleared screen', '\u001b[2J\u001b[H', '\\u{1b}[2J\\u{1b}[H'],
  ['a window title', '\u001b]0;owned\u0007', '\\u{1b}]0;owned\\u{7}'],
  ['a one-byte escape', '\u009b31m', '\\u{9b}31m'],
  ['an overwritten line', 'safe\u0008\u0008evil', 'safe\\u{8}\\u{8}evil'],
  ['a reversed name', 'a\u202etxt.exe', 'a\\u{202e}txt.exe'],
  ['a hidden letter', 'a\u200bb', 'a\\u{200b}b'],
  ['half a letter', 'a\ud800b', 'a\\u{d800}b'],
])('%s is shown and does nothing', (_what, hostile, shown) => {
  for (const status of ['insufficient', 'proven'] as const) {
    const text = renderTerminal(saying(hostile, status), { width: 200, patchFile: hostile });
    expect(text).toContain(shown);
    expect(text).not.toContain(hostile);
    expect(text).not.toMatch(/[^\P{C}\n]/u);
  }
});

test('where no place stands out, that is said once, and the code of one place does not look like an answer', () => {
  const document = read('change');
  const weak = document.causes.map(({ change, ...cause }) => ({
    ...cause,
    commits: [{ id: 'a'.repeat(40), score: 1, subject: change?.subject ?? '', author: 'Lea', date: '' }],
    status: 'insufficient' as const,
    confidence: 0,
    answer: [],
    suspects: cause.suspects.map((one) => ({ ...one, confidence: 0.001 })),
  }));
  const text = renderTerminal({ ...document, causes: weak }, { width: 100 });
  expect(text.match(/under \d %/g)).toEqual(['under 5 %']);
  expect(text).not.toContain('most likely');
  for (const { code, suspects } of weak) {
    expect(suspects.length).toBeGreaterThan(0);
    expect(text).toContain(`- ${suspects[0]?.path}`);
    expect(text).not.toContain(code?.lines.find(({ mark }) => mark === 'added')?.text.trim());
  }
});

test('a message of a megabyte is cut, and the report says by how much', () => {
  const text = renderTerminal(saying('m'.repeat(1_000_000)));
  expect(text.replace(/\s+/g, '')).toContain('(999600morecharacters)');
  expect(text.length).toBeLessThan(20_000);
});
