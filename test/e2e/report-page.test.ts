// The HTML report in a real browser: opened from disk, read by eye, keyboard and narrow screen, in hostile hands.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { foldRun, type ReportDocument, type RunModel } from '../../src/record/index.ts';
import { renderHtml } from '../../src/report/index.ts';
import { describeInBrowser, openFile } from './browser.ts';
import { sharedShop } from './investigated-shop.ts';
import { lowContrasts } from './low-contrasts.ts';
import { ask, penumbra, temporaryFolder } from './penumbra.ts';

const folder = join(import.meta.dirname, '../golden/report');
const sample = <Value>(name: string): Value => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** Writes a page that is gone after the test. */
function writePage(html: string): string {
  const file = join(temporaryFolder(), 'page.html');
  writeFileSync(file, html);
  return file;
}

/** Returns a value with a text wherever it has one that is free. */
function saying<Value>(value: Value, text: string): Value {
  const fixed = [
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
  const swap = (inner: unknown, key = ''): unknown => {
    if (typeof inner === 'string') return fixed.includes(key) ? inner : text;
    if (Array.isArray(inner)) return inner.map((one) => swap(one));
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, swap(one, name)]));
  };
  return swap(value) as Value;
}

const openAll = (page: Page) =>
  page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describeInBrowser('the page of the demo', () => {
  const at = sharedShop();
  const file = join(at.cwd, 'report.html');
  let report: ReportDocument;
  beforeAll(() => {
    const { status, stderr } = penumbra(['investigate', 'reports', '--html', 'report.html', '--quiet'], at);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    report = ask<ReportDocument>(['resume', 'latest'], at);
  });

  test('opens from disk without an error, a request, or a refusal by its security policy', async () => {
    const { page, faults } = await openFile(file);
    await openAll(page);
    expect(await page.title()).toContain(`${report.summary.failures} failures`);
    expect(await faults()).toEqual([]);
  });

  test('tells of each cause, in the order of the document: the place or why none, the test, the confidence', async () => {
    const { page } = await openFile(file);
    const digests = await page.locator('.cause > summary').allInnerTexts();
    expect(digests).toHaveLength(report.causes.length);
    for (const [index, cause] of report.causes.entries()) {
      const digest = digests[index] ?? '';
      expect(digest).toContain(cause.answer[0] ?? 'fail');
      expect(digest).toContain(cause.tests[0]?.name);
      expect(digest).toMatch(new RegExp(`(^|\\s)${Math.round(cause.confidence * 100)} %`));
      expect(digest).toMatch(/\nnext /);
    }
  });

  test('shows on the first screen what failed, where, the confidence, and what to do', async () => {
    const { page } = await openFile(file);
    const first = page.locator('.cause > summary').first();
    const box = await first.boundingBox();
    expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThan(450);
    expect(await page.locator('.cause[open]').count()).toBe(1);
  });

  test('opens and closes a cause by keyboard, and shows where the keyboard is', async () => {
    const { page } = await openFile(file);
    const second = page.locator('.cause').nth(1);
    const summary = 'document.querySelectorAll(".cause")[1].firstElementChild';
    const isFocused = () => page.evaluate<boolean>(`${summary} === document.activeElement`);
    for (let presses = 0; presses < 50 && !(await isFocused()); presses++) await page.keyboard.press('Tab');
    expect(await isFocused()).toBe(true);
    expect(await page.evaluate(`getComputedStyle(${summary}).outlineStyle`)).toBe('solid');
    const evidence = second.getByRole('heading', { name: 'Evidence' });
    expect(await evidence.isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    expect(await evidence.isVisible()).toBe(true);
    await page.keyboard.press('Space');
    expect(await evidence.isVisible()).toBe(false);
  });

  test.each(['light', 'dark'] as const)('can be read where the system is %s', async (colorScheme) => {
    const { page } = await openFile(file, { colorScheme });
    await openAll(page);
    const lightness = await page.evaluate<number>(
      'Number(/\\d+/.exec(getComputedStyle(document.body).backgroundColor)[0])',
    );
    expect(lightness > 128).toBe(colorScheme === 'light');
    expect(await lowContrasts(page)).toEqual([]);
  });

  test.each([1100, 768, 380])('scrolls only downwards at a width of %i', async (width) => {
    const { page } = await openFile(file, { viewport: { width, height: 800 } });
    await openAll(page);
    expect(await overflow(page)).toBe(0);
  });

  test('is printed without what only a screen needs', async () => {
    const { page } = await openFile(file, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await lowContrasts(page)).toEqual([]);
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describeInBrowser('a page in hostile hands', () => {
  const run: RunModel = foldRun(sample('mixed-events.json'));
  const mixed = sample<ReportDocument>('mixed.json');
  const causesOf = (name: string) => sample<ReportDocument>(name).causes;
  const samples = {
    ...mixed,
    causes: [...causesOf('experiments.json'), ...causesOf('change.json'), ...mixed.causes],
  };

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['the end of the style', '</style><script>alert(1)</script>'],
    ['the end of the title', '</title><svg onload=alert(1)>'],
    ['a way out of an attribute', '"><img src=https://example.com/x onerror=alert(1)>'],
    ['markup between backticks', '`<img src=x onerror=alert(1)>`'],
    ['a frame', '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>'],
    ['another page', '<meta http-equiv=refresh content="0;url=https://example.com">'],
    ['a base address', '<base href=https://example.com><form action=x>'],
  ])('shows %s as text', async (_what, hostile) => {
    const report = saying(samples, hostile);
    const { page, faults } = await openFile(
      writePage(renderHtml(report, saying(run, hostile), { title: hostile })),
    );
    await openAll(page);
    const text = await page.evaluate<string>('document.body.innerText');
    expect(text.split(hostile.replaceAll('`', '')).length).toBeGreaterThan(30);
    expect(await page.title()).toBe(hostile);
    expect(await page.locator('script, img, iframe, base, form, link, [onload], [onerror]').count()).toBe(0);
    expect(await page.locator('meta').count()).toBe(4);
    expect(await faults()).toEqual([]);
  });

  test('keeps to a narrow screen with words that never end', async () => {
    const report = saying(samples, 'W'.repeat(300));
    const { page } = await openFile(writePage(renderHtml(report, run)), {
      viewport: { width: 380, height: 800 },
    });
    await openAll(page);
    expect(await overflow(page)).toBe(0);
  });

  test.each([
    ['worlds', 'light'],
    ['worlds', 'dark'],
    ['experiments', 'light'],
    ['experiments', 'dark'],
  ] as const)(
    'shows code, differences and diffs of %s that can be read where it is %s',
    async (name, colorScheme) => {
      const report = sample<ReportDocument>(`${name}.json`);
      const { page, faults } = await openFile(writePage(renderHtml(report, run)), {
        colorScheme,
        viewport: { width: 380, height: 800 },
      });
      await openAll(page);
      expect(await page.locator('.source .added, .source .suspected, pre.removed').count()).toBeGreaterThan(
        5,
      );
      expect(await lowContrasts(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      expect(await faults()).toEqual([]);
    },
  );

  test('gives the patch of a proof to the letter when it is copied', async () => {
    const report = sample<ReportDocument>('proven.json');
    const { page } = await openFile(writePage(renderHtml(report, run)));
    await openAll(page);
    await page.locator('.patch').first().click();
    expect(await page.evaluate<string>('getSelection().toString()')).toBe(report.causes[0]?.proof?.patch);
  });

  test('would be caught: the watch on pages sees scripts, requests, dialogs and refusals', async () => {
    const bad = `<!doctype html><meta http-equiv="Content-Security-Policy" content="style-src 'none'"><p style="color:red">
      <script>alert('hello'); console.error('oops'); fetch('https://example.invalid/x').catch(() => {});</script>`;
    const { page, faults } = await openFile(writePage(bad));
    await page.waitForFunction('refusals.length > 0');
    expect(await faults()).toEqual(
      expect.arrayContaining([
        'showed hello',
        'said oops',
        'asked for https://example.invalid/x',
        expect.stringMatching(/^refused by style-src/),
      ]),
    );
  });

  test('would be caught: text that can hardly be read', async () => {
    const { page } = await openFile(
      writePage('<body style="background:#fff"><p style="color:#999">pale</p><p>clear</p>'),
    );
    expect(await lowContrasts(page)).toEqual(['pale 2.8']);
  });
});
