// What holds for every report and every run, whatever texts are in them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyReport, anyRun } from '../../test/report/any-report.ts';
import { tagFaults } from '../../test/report/tag-faults.ts';
import { emptyRun, type ReportCause, type ReportDocument } from '../record/index.ts';
import { isUnclear } from './describe-cause.ts';
import { renderHtml, renderRun, renderTerminal } from './index.ts';
import { displayWidth } from './text/fit-text.ts';

/** Returns a text as both views show it, without the spaces that wrapping moves. */
function bare(value: string): string {
  return value
    .replace(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\ufffe\uffff]/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )
    .replace(/\s+/g, '');
}

/** Returns what a browser shows of a page, without spaces. */
function shownText(html: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  const body = html.slice(html.indexOf('<body>')).replace(/<[^>]*>/g, '');
  return body.replace(/&([#\w]+);/g, (_, name: string) => entities[name] ?? '?').replace(/\s+/g, '');
}

const NOW_MS = 1_800_000_000_000;
const suspectPaths = (
  { causes }: Pick<ReportDocument, 'causes'>,
  most = Number.POSITIVE_INFINITY,
): string[] => causes.flatMap(({ suspects }) => suspects.slice(0, most).map(({ path }) => path));
/** What a terminal names of each cause: what is proven and what was ranked first before, else the best suspects. */
const namedPaths = ({ causes }: ReportDocument): string[] =>
  causes.flatMap((one) => {
    const hunks = (one.status === 'proven' ? one.proof?.hunks : undefined) ?? [];
    const [first] = hunks;
    // Places without a chance are only on the page, unless there is nothing else to name.
    const suspects = isUnclear(one)
      ? one.suspects
      : one.suspects.filter(({ path, confidence }) => one.answer.includes(path) || confidence >= 0.01);
    if (first === undefined) return suspects.slice(0, 3).map(({ path }) => path);
    const before = suspectPaths({ causes: [one] }, 1);
    return [first.path, ...before.filter((path) => hunks.every((other) => other.path !== path))];
  });

/** Returns a document in which every text is plain, so that a word on the screen can only come from the renderer. */
function withoutTexts({ causes, ...report }: ReportDocument): ReportDocument {
  const plain = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return WORD_KEYS.includes(key) ? value : 'x';
    if (Array.isArray(value)) return value.map((one) => plain(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one, name)]));
  };
  return { ...(plain(report) as typeof report), causes: causes.map((one) => plain(one) as ReportCause) };
}

const WORD_KEYS = [
  'schema',
  'defect_type',
  'status',
  'severity',
  'history',
  'world',
  'mark',
  'outcome',
  'alone',
];

describe('every report', () => {
  test('prints nothing for what it does not say', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const plain = withoutTexts(report);
        const views = [
          renderTerminal(plain),
          renderTerminal(plain, { nowMs: NOW_MS }),
          shownText(renderHtml(plain, emptyRun)),
        ];
        for (const view of views) expect(view).not.toMatch(/undefined|null|NaN|\[object/);
      }),
      { numRuns: 50 },
    );
  });

  test('calls settled only what was right in nine of ten such answers, and proven only what is', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const plain = withoutTexts(report);
        const isSettled = ({ status, confidence }: ReportCause): boolean =>
          status === 'concluded' && confidence >= 0.9;
        const isProven = ({ status }: ReportCause): boolean => status === 'proven';
        const views = [renderTerminal(plain), shownText(renderHtml(plain, emptyRun))];
        if (!plain.causes.some(isSettled)) for (const view of views) expect(view).not.toContain('settled');
        if (!plain.causes.some(isProven)) for (const view of views) expect(view).not.toContain('proven');
      }),
      { numRuns: 50 },
    );
  });

  test('names the best suspects on a terminal, and keeps to the width', () => {
    fc.assert(
      fc.property(anyReport, fc.integer({ min: 40, max: 140 }), (report, width) => {
        const shown = renderTerminal(report, { width, ...(width % 2 === 0 && { nowMs: NOW_MS }) });
        for (const path of namedPaths(report)) expect(shown.replace(/\s+/g, '')).toContain(bare(path));
        for (const line of shown.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(shown).not.toMatch(/[^\P{C}\n\p{Cn}\p{Co}]/u);
      }),
      { numRuns: 150 },
    );
  });

  test('names every suspect on its page, whose tags are its own and balanced', () => {
    fc.assert(
      fc.property(anyReport, anyRun, (report, run) => {
        const html = renderHtml(report, run);
        for (const path of suspectPaths(report)) expect(shownText(html)).toContain(bare(path));
        expect(tagFaults(html)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test('is rendered the same twice', () => {
    fc.assert(
      fc.property(anyReport, anyRun, (report, run) => {
        expect(renderTerminal(structuredClone(report))).toBe(renderTerminal(report));
        expect(renderHtml(structuredClone(report), structuredClone(run))).toBe(renderHtml(report, run));
      }),
      { numRuns: 30 },
    );
  });
});

test('every run can be shown, whole and step by step, within the width', () => {
  fc.assert(
    fc.property(anyRun, fc.integer({ min: 40, max: 140 }), (run, width) => {
      const [first] = run.cases;
      const views = [renderRun(run, { width })];
      for (const { step: number } of run.cases.length === 1 ? (first?.steps ?? []) : []) {
        views.push(renderRun(run, { width, step: number }));
      }
      for (const line of views.join('\n').split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }),
    { numRuns: 150 },
  );
});
