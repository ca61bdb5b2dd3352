// What runners keep of failing tests is named by its path, whatever a report puts there, and never opened.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readReports } from '../read-reports.ts';
import { intakeLimits } from './bounded-text.ts';

const fixtures = join(import.meta.dirname, '../../../../test/fixtures/formats');

async function attachmentsOf(text: string, name = 'results/report') {
  async function* bytes() {
    yield new TextEncoder().encode(text);
  }
  const { failures } = await readReports([{ name, bytes: bytes() }]);
  return failures.map(({ attachments }) => attachments);
}

const junit = (output: string) =>
  `<testsuite name="s"><testcase name="t"><failure message="m"/><system-out><![CDATA[${output}]]></system-out></testcase></testsuite>`;
const ctrf = (attachments: unknown) =>
  JSON.stringify({
    reportFormat: 'CTRF',
    results: {
      tool: { name: 'x' },
      summary: { failed: 1 },
      tests: [{ name: 't', status: 'failed', duration: 1, message: 'm', attachments }],
    },
  });
const allure = (result: object) =>
  JSON.stringify({
    uuid: 'u',
    name: 't',
    fullName: 'a.js: t',
    status: 'failed',
    stage: 'finished',
    labels: [],
    ...result,
  });

test.each<[string, string, readonly unknown[]]>([
  [
    'JUnit XML',
    junit(
      'before\n[[ATTACHMENT|test-results/a.png]]\n[[ATTACHMENT|/builds/shop/trace.zip]] after [[ATTACHMENT|test-results/a.png]]',
    ),
    [{ path: 'test-results/a.png' }, { path: '/builds/shop/trace.zip' }],
  ],
  [
    'CTRF',
    ctrf([
      { name: 'screenshot', contentType: 'image/png', path: './out/a.png' },
      { name: 'inline', contentType: 'image/png', path: 'data:image/png;base64,AAAA' },
      { name: 'nothing' },
    ]),
    [{ name: 'screenshot', path: './out/a.png' }],
  ],
  [
    'Allure, beside the result',
    allure({
      attachments: [{ name: 'log', source: '1-attachment.txt', type: 'text/plain' }],
      steps: [{ name: 'opens', steps: [{ attachments: [{ name: 'page', source: '2-attachment.png' }] }] }],
    }),
    [
      { name: 'log', path: 'results/1-attachment.txt' },
      { name: 'page', path: 'results/2-attachment.png' },
    ],
  ],
  ['a report without any', junit('nothing'), []],
])('%s names attachments', async (_, text, expected) => {
  expect(await attachmentsOf(text)).toEqual([expected.length === 0 ? undefined : expected]);
});

test.each(['playwright.json', 'playwright.log'])('%s names what Playwright kept', async (name) => {
  const [first] = await attachmentsOf(readFileSync(join(fixtures, name), 'utf8'));
  expect(first?.length).toBeGreaterThan(0);
  expect(first?.every(({ path }) => path.includes('test-results/'))).toBe(true);
});

test.each<[string, string, unknown]>([
  ['control characters', 'a\u0000\u001b[31mb\n\u202ec.png', [{ path: 'ab \u202ec.png' }]],
  ['a path that leads elsewhere', '../../../../etc/passwd', [{ path: '../../../../etc/passwd' }]],
  ['a script', 'JavaScript:alert(1)', undefined],
  ['a path without end', `${'a/'.repeat(10_000)}x.png`, undefined],
])('%s stays text', async (_, path, expected) => {
  expect(await attachmentsOf(ctrf([{ path }]))).toEqual([expected]);
});

test('more than the bound are left out', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => ({ name: `${index}`, path: `${index}.png` }));
  const [kept] = await attachmentsOf(ctrf(many));
  expect(kept).toHaveLength(intakeLimits.attachments);
});
