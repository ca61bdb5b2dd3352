// The main job on the demo's shop: what is found, that it is the same each time, and that it is remembered.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectedAnswers, gradeAnswer } from '../../examples/investigate/expected-answers.ts';
import { defectTypes } from '../../src/record/index.ts';
import { cloneShop, investigate, sharedShop, shop } from './investigated-shop.ts';
import { penumbra } from './penumbra.ts';

const at = sharedShop();
const document = investigate(at, 'reports', '--memory', 'off');

describe('the answer', () => {
  test.each(expectedAnswers)('names $what', (expected) => {
    expect(gradeAnswer(document, expected).faults).toEqual([]);
  });

  test('is a report of the agreed form, its causes made of the failures that were read', () => {
    expect(document).toMatchObject({
      schema: 'penumbra.report/1',
      revision: expect.stringMatching(/^[0-9a-f]{40}$/),
      history: 'full',
      unread: [],
      summary: { failures: 13, flaky: 1, known: 0 },
    });
    expect(document.summary.causes).toBe(document.causes.length);
    const tests = document.causes.flatMap((cause) => cause.tests.map(({ name }) => name));
    expect(tests.sort()).toEqual(expectedAnswers.flatMap((answer) => answer.tests).toSorted());
  });

  test('ranks suspects with confidences that fall with the rank, and states a beginning of the ranking', () => {
    for (const { suspects, answer, defect_type, confidence } of document.causes) {
      expect(defectTypes).toContain(defect_type);
      const confidences = suspects.map((suspect) => suspect.confidence);
      expect(confidences).toEqual(confidences.toSorted((left, right) => right - left));
      expect(suspects.map(({ path }) => path).slice(0, answer.length)).toEqual(answer);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
    expect(document.causes.flatMap(({ suspects }) => suspects).length).toBeGreaterThan(10);
  });

  test('rests on evidence that quotes the files', () => {
    const pieces = document.causes
      .flatMap(({ evidence }) => evidence)
      .filter(({ path, line, quote }) => path !== undefined && line !== undefined && quote !== '');
    expect(pieces.length).toBeGreaterThan(3);
    for (const { path = '', line = 0, quote } of pieces)
      expect(readFileSync(join(at.cwd, path), 'utf8').split('\n')[line - 1]).toContain(quote);
  });

  test('holds no path of the machine it was made on', () => {
    expect(JSON.stringify(document)).not.toContain(at.cwd);
  });
});

describe('the same inputs', () => {
  const args = ['investigate', 'reports', '--memory', 'off', '--json'];
  const first = penumbra(args, at).stdout;

  test('give the same bytes a second time', () => {
    expect(penumbra(args, at).stdout).toBe(first);
  });

  test('give the same bytes in a clone with a ledger of its own', () => {
    expect(penumbra(args, cloneShop(at)).stdout).toBe(first);
  });

  test('give the same bytes whatever the order of the reports', () => {
    const names = readdirSync(join(at.cwd, 'reports')).map((name) => join('reports', name));
    const orders = [names, names.toReversed()];
    for (const order of orders)
      expect(penumbra(['investigate', ...order, '--memory', 'off', '--json'], at).stdout).toBe(first);
  });

  test('give another run without the adversarial review', () => {
    const without = investigate(at, 'reports', '--memory', 'off', '--no-court');
    expect(without.run).not.toBe(document.run);
    expect(without.causes.filter(({ court }) => court !== undefined)).toEqual([]);
  });
});

describe('what was found before', () => {
  const own = sharedShop();
  const [first, second] = [investigate(own, 'reports'), investigate(own, 'reports')];
  const settled = first.causes.filter(({ status }) => status === 'concluded');
  const recalled = second.causes.filter(({ first_seen }) => first_seen === first.run);

  test('is recalled without a search, and says when it was first seen', () => {
    expect(second.run).not.toBe(first.run);
    expect(first.summary).toMatchObject({ known: 0, new: first.causes.length });
    expect(second.summary).toMatchObject({ known: second.causes.length, new: 0 });
    expect(settled.length).toBeGreaterThan(1);
    expect(recalled.length).toBe(settled.length);
    for (const { path } of recalled) expect(path.slice(0, 2)).toEqual(['recall', 'review']);
  });

  test('keeps its place when it is recalled, and claims no more than it did', () => {
    const stated = (causes: typeof settled) =>
      Object.fromEntries(causes.map(({ tests, answer }) => [tests[0]?.name, answer]));
    expect(stated(recalled)).toEqual(stated(settled));
    for (const { tests, confidence } of recalled) {
      const before = settled.find((cause) => cause.tests[0]?.name === tests[0]?.name);
      expect(confidence).toBeLessThanOrEqual(before?.confidence ?? 0);
    }
  });

  test('is not recalled where the memory is off, and not remembered where it is only read', () => {
    const own = shop();
    investigate(own, 'reports', '--memory', 'read');
    expect(investigate(own, 'reports', '--memory', 'read').summary.known).toBe(0);
    investigate(own, 'reports');
    expect(investigate(own, 'reports', '--memory', 'off').summary.known).toBe(0);
    expect(investigate(own, 'reports', '--memory', 'read').summary.known).toBeGreaterThan(0);
  });
});

describe('the page', () => {
  test('is one file without a script, and is written whole', () => {
    const own = shop();
    const { status, stdout, stderr } = penumbra(['investigate', 'reports', '--html', 'causes.html'], own);
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'wrote causes.html\n' });
    expect(stdout).toContain('web/src/discount.ts');
    const html = readFileSync(join(own.cwd, 'causes.html'), 'utf8');
    expect(html).toMatch(/^<!doctype html>/i);
    expect(html.trimEnd()).toMatch(/<\/html>$/);
    for (const place of expectedAnswers.flatMap((answer) => answer.places ?? []))
      expect(html).toContain(place);
    expect(html).not.toMatch(/(?:src|href)="https?:/);
    expect(readdirSync(own.cwd).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test.each([
    ['in a folder that is not there', 'nowhere/causes.html', 'no such file or directory'],
    ['that is a folder', 'web', '`web` is a directory'],
  ])('%s is refused before the work begins', (_what, file, message) => {
    const own = shop();
    const { status, stdout, stderr } = penumbra(['investigate', 'reports', '--html', file], own);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(readdirSync(own.cwd)).not.toContain('.penumbra');
  });

  test('takes the place of an old one', () => {
    const own = shop();
    writeFileSync(join(own.cwd, 'causes.html'), 'old');
    investigateQuietly(own.cwd);
    expect(readFileSync(join(own.cwd, 'causes.html'), 'utf8')).not.toContain('old\n');
    expect(readFileSync(join(own.cwd, 'causes.html'), 'utf8')).toMatch(/<\/html>\s*$/);
  });
});

function investigateQuietly(cwd: string): void {
  const args = ['investigate', 'reports/web.xml', '--html', 'causes.html', '--quiet'];
  expect(penumbra(args, { cwd })).toMatchObject({ status: 0, stderr: '' });
}
