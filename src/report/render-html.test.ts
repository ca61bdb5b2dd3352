// The HTML report: one file, no script, foreign text as text, small however much failed.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tagFaults } from '../../test/report/tag-faults.ts';
import { emptyRun, foldRun, type ReportDocument, type RunModel } from '../record/index.ts';
import { renderHtml } from './index.ts';

const folder = join(import.meta.dirname, '../../test/golden/report');
const read = <Value>(name: string): Value => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
const mixed = read<ReportDocument>('mixed');
const change = read<ReportDocument>('change');
const proven = read<ReportDocument>('proven');
const tested = read<ReportDocument>('experiments');
const run: RunModel = foldRun(read('mixed-events'));
const page = renderHtml(mixed, run);

/** A patch has a test of its own: it is shown as it is, or not at all. */
const wordKeys = 'schema defect_type status severity history world mark outcome alone patch'.split(' ');

/** Returns the samples with a text wherever a report takes one. */
function saying(text: string): string {
  const sample = { ...mixed, causes: [...tested.causes, ...change.causes, ...mixed.causes] };
  const swap = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(swap);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const isWord = wordKeys.includes(key);
        return [key, typeof inner === 'string' && !isWord ? text : swap(inner)];
      }),
    );
  };
  const cases = run.cases.map((one) => ({ ...(swap(one) as typeof one), status: text }));
  return renderHtml(swap(sample) as ReportDocument, { ...run, cases }, { title: text });
}

describe('the page', () => {
  test('binds itself to its own style and to nothing else', () => {
    const policy = /content="(default-src [^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'");
    const style = /<style>([^<]*)<\/style>/.exec(page)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`,
    );
    expect(style).toContain('prefers-color-scheme:dark');
    expect(style).not.toMatch(/url\(|@import/);
  });

  test('has no script, no address to load and no inline style, which the policy would stop', () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|<object|\ssrc=|\shref=|\sstyle=|\son\w+=/i);
  });

  test.each([
    ['one of several places', '◐</span> one of these'],
    ['an inconclusive one', '≈</span> inconclusive'],
    ['the kind of defect', 'bug in the product'],
    ['the confidence', '<b>74 %</b>'],
    ['the review', '<b>amended after 2 rounds, sent back once with questions</b>'],
    ['a struck exhibit', '✘ struck'],
    ['a gap and its remedy', 'To close it: run the test with full traces'],
    ['a quote', 'const expiresAt = Date.now()'],
    ['a handle', mixed.causes[0]?.evidence[0]?.handle ?? 'no handle'],
    ['a known cause', 'first seen in <code'],
    ['a capability', 'the repository'],
    ['an edge', 'step 5: correlate, then review, by edge H15b'],
    ['the tools called', '5 tool calls: 4 answered, 1 denied (EN-D-002)'],
    ['what is cited', '<code>expiresAt</code> adds local time'],
    ['what stood for and against', '1 exhibit for it, against it 1 open challenge, 1 struck exhibit'],
    ['what could not be read', 'reports/shard-2.xml:118:4'],
    ['a failed step', '✘ failed'],
    ['what was learned', '<li>learned '],
  ])('shows %s', (_what, expected) => {
    expect(page).toContain(expected);
  });

  test('draws each visit in order, the review on rows of its own', () => {
    const label = /aria-label="([^"]*recall[^"]*)"/.exec(page)?.[1];
    expect(label).toBe(
      'recall, then triage, then resolve, then investigate, then correlate, then review, then report, then claim, ' +
        'then discovery, then rebuttal, then cross-check, then cross-check, then decision, then done',
    );
    expect(page.match(/<rect class="review"/g)).toHaveLength(6);
    expect(page.match(/<rect class="step"/g)).toHaveLength(8);
    expect(page.match(/<rect class="failed"/g)).toHaveLength(1);
  });

  test('says how much of the run a newer program wrote', () => {
    expect(page).not.toContain('newer version');
    expect(renderHtml(mixed, { ...run, unread: 1 })).toContain(
      'not shown: 1 further event from a newer version',
    );
  });

  test('says so where nothing failed', () => {
    const nothing = renderHtml(read('nothing'), emptyRun);
    expect(nothing).toContain('<h1>nothing failed in 240 tests</h1>');
    expect(tagFaults(nothing)).toEqual([]);
  });
});

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['the end of the style', '</style><script>alert(1)</script>'],
  ['the end of the title', '</title><svg onload=alert(1)>'],
  ['a way out of an attribute', '"><img src=x onerror=alert(1)>'],
  ['a way out of a single-quoted attribute', "'><img src=x onerror=alert(1)>"],
  ['the end of character data', ']]><b>'],
  ['a comment', '<!-- <b> -->'],
  ['an entity', '&#60;b&#62;&lt;'],
  ['reversed letters', '\u202e<b>\u2066'],
  ['a null character', '<\u0000script>'],
])('%s in every text stays text', (_what, hostile) => {
  const html = saying(hostile);
  expect(tagFaults(html)).toEqual([]);
  expect(html).not.toContain(hostile.includes('<') || hostile.includes('&') ? hostile : '<script');
  expect(html).not.toMatch(/[^\P{C}\n]/u);
  expect(html.match(/<[a-z]/g)?.length).toBe(saying('h'.repeat(hostile.length)).match(/<[a-z]/g)?.length);
});

describe('the first screen', () => {
  const html = renderHtml(change, emptyRun);

  test('tells of the failure, the code, the reasons and the ranking in this order', () => {
    const order = [
      '2 tests fail since 9f1bea4 &quot;Tidy shipping costs&quot; (2026-11-16, by Ada Brook)',
      '<dt>expected</dt><dd><pre class="added">0</pre></dd>',
      '<dt>received</dt><dd><pre class="removed">490</pre></dd>',
      '<span class="removed">- 12 |   if (worth &gt;= FREE_FROM) return 0;</span>',
      '<span class="added">+ 12 |   if (worth &gt; FREE_FROM) return 0;</span>',
      '<h3>Why</h3><p>the only change within reach of both tests</p>',
      '<h3>What to do next</h3>',
      '<h3>Ranking</h3>',
      'Tidy shipping costs <span class="soft small">(2026-11-16, by Ada Brook)</span>',
    ];
    const places = order.map((piece) => html.indexOf(piece));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(tagFaults(html)).toEqual([]);
  });

  test('shows the ranking first where the answer is unclear', () => {
    const [cause] = change.causes;
    if (cause === undefined) throw new Error('the sample is empty');
    const unclear = { ...cause, status: 'insufficient' as const, answer: [] };
    const shown = renderHtml({ ...change, causes: [unclear] }, emptyRun);
    expect(shown).toContain('2 tests fail, perhaps since 9f1bea4');
    expect(shown.indexOf('<h3>Ranking')).toBeLessThan(shown.indexOf('<div class="source"'));
  });

  test('bounds code and values', () => {
    const [cause] = change.causes;
    if (cause === undefined) throw new Error('the sample is empty');
    const lines = Array.from({ length: 1_000 }, (_, index) => ({
      line: index,
      text: 'c'.repeat(10_000),
      mark: 'added' as const,
    }));
    const long = 'v'.repeat(1_000_000);
    const shown = renderHtml(
      {
        ...change,
        causes: [
          {
            ...cause,
            message: `text ${long}`,
            difference: { expected: long, received: `${long}2` },
            code: { path: 'a.ts', lines },
          },
        ],
      },
      emptyRun,
    );
    expect(Buffer.byteLength(shown)).toBeLessThan(60_000);
  });
});

describe('a proof', () => {
  const html = renderHtml(proven, emptyRun);

  test('leads with the fact, and tells of the lines, the runs and the way back in this order', () => {
    const order = [
      '✔</span> proven',
      '2 tests fail since 9f1bea4 &quot;Tidy shipping costs&quot; (2026-11-16, by Ada Brook)',
      'by experiment',
      '<dt>received</dt><dd><pre class="removed">490</pre></dd>',
      '<h3><code>web/src/shipping.ts:12</code> in <code>shippingCost</code></h3>',
      '<span class="removed">- 12 |   if (worth &gt;= FREE_FROM) return 0;</span>',
      '<span class="added">+ 12 |   if (worth &gt; FREE_FROM) return 0;</span>',
      '<h3>Proof</h3><p class="proof">reverting these lines turned the tests green (3 runs)',
      'was carried to 2 older commits',
      'apply it: <code>penumbra prove run:41c2a9e695dc6b8d --patch fix.patch</code>',
      '<pre class="patch"',
      '<h3>Ranking before the proof</h3>',
      '<dt>Experiments</dt><dd>9 runs of <code>npx vitest run',
    ];
    const places = order.map((piece) => html.indexOf(piece));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(tagFaults(html)).toEqual([]);
  });

  test('that contradicts the ranking shows both', () => {
    expect(renderHtml(tested, emptyRun)).toContain(
      'Ranked first before: <code>web/src/shipping.ts:12</code> in <code>shippingCost</code>',
    );
    expect(html).not.toContain('First in the ranking before');
  });

  const [first] = proven.causes;
  if (first?.proof === undefined) throw new Error('the sample has no proof');
  const { proof } = first;
  const withPatch = (patch: string) =>
    renderHtml({ ...proven, causes: [{ ...first, proof: { ...proof, patch } }] }, emptyRun);

  test.each([
    ['tabs', '+\tconst a = 1;\n', '+\tconst a = 1;\n\n</pre>'],
    [
      'markup',
      '+</pre><script>alert(1)</script>\n',
      '+&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;\n\n</pre>',
    ],
  ])('has its patch with %s to the letter', (_what, patch, shown) => {
    expect(withPatch(patch)).toContain(shown);
    expect(tagFaults(withPatch(patch))).toEqual([]);
  });

  test.each([
    ['steers a terminal', '+\u001b[31m\n'],
    ['reorders letters', '+\u202e\n'],
    ['has other line ends', '+a\r\n'],
    ['is long', '+a\n'.repeat(10_000)],
    ['is empty', ''],
  ])('has no patch to be copied where it %s', (_what, patch) => {
    expect(withPatch(patch)).not.toContain('class="patch"');
    expect(withPatch(patch)).toContain('--patch fix.patch');
  });
});

test.each([
  ['narrowed', '2 files: web/src/shipping.ts, web/src/zones.ts'],
  ['flaky', 'failed in 6 of 20 runs of the same state: 30 %, likely 15 to 52 %'],
  ['order_dependent', 'fails after <code>cart › a voucher is kept for the next cart</code>'],
  ['not_reproduced', 'the report is of Node 22; here it is Node 24'],
  ['no_green', 'name a commit at which the tests passed: <code>penumbra prove'],
  ['unfinished', 'the budget of 5 minutes was spent while narrowing (31 runs)'],
])('experiments that ended as %s say so, and what to do', (outcome, expected) => {
  const causes = tested.causes.filter(({ experiments }) => experiments?.outcome === outcome);
  const html = renderHtml({ ...tested, causes }, emptyRun);
  expect(html).toContain('<h3>What was tried</h3>');
  expect(html).toContain(expected);
  expect(html).toContain('<h3>What to do next</h3>');
});

describe('a cause', () => {
  const [first] = mixed.causes;
  if (first === undefined) throw new Error('the sample is empty');
  const pageOf = (change: Partial<typeof first>) =>
    renderHtml({ ...mixed, causes: [{ ...first, ...change }] }, emptyRun);

  test.each([
    [8, 8, 0],
    [9, 9, 0],
    [10, 8, 2],
    [40, 8, 32],
  ])('with %i places shows the best %i and folds %i away', (count, open, folded) => {
    const suspects = Array.from({ length: count }, (_, index) => ({
      path: `src/${index}.ts`,
      score: 1,
      confidence: 0.001,
    }));
    const [, ranking = ''] = /<h3>Ranking<\/h3>(.*?)<h3>/s.exec(pageOf({ answer: [], suspects })) ?? [];
    const [shown = '', rest = ''] = ranking.split('<details>');
    expect([shown, rest].map((part) => part.match(/<li>/g)?.length ?? 0)).toEqual([open, folded]);
    expect(rest).toContain(
      folded === 0 ? '' : `<summary class="soft">${folded} less likely places</summary>`,
    );
    expect(shown).toContain('under 1 %');
  });

  test('names records in short, and whole on hovering', () => {
    const handle = `frame:${'a1'.repeat(32)}`;
    const html = pageOf({ evidence: [{ handle, kind: 'stack', quote: '', weight: 0.5 }] });
    expect(html).toContain(`<code class="id" title="${handle}">frame:a1a1a1a1a1a1a1a1</code>`);
  });

  test('says once what would close a gap', () => {
    const action = 'run it with full traces';
    const gap = {
      description: 'no trace',
      category: '',
      source: '',
      severity: 'high',
      suggested_action: action,
    } as const;
    const countIn = (html: string) => html.slice(html.indexOf('<div>')).split(action).length - 1;
    expect(countIn(pageOf({ gaps: [gap], next_steps: ['look at it', action] }))).toBe(1);
    expect(countIn(pageOf({ gaps: [gap], next_steps: [action] }))).toBe(2);
  });

  test('keeps backticks that cite nothing, and what is cited stays text', () => {
    const html = pageOf({ summary: 'a ` b `<i>` c `` d' });
    expect(html).toContain('a <code> b </code>&lt;i&gt;<code> c </code>` d');
    expect(tagFaults(html)).toEqual([]);
  });
});

test('the check itself finds markup that is not the page’s own', () => {
  expect(tagFaults('<p><script></script></p>')).toEqual(['unknown tag script']);
  expect(tagFaults('<p><b></p>')).toEqual(['b is closed by p']);
  expect(tagFaults('<p onclick="x"></p>')).toEqual(['unknown attribute onclick']);
  expect(tagFaults('<p>a < b</p>')).toEqual(['a bare < or > in text']);
  expect(tagFaults('<p>')).toEqual(['p is never closed']);
});

describe('a large report', () => {
  const [cause] = mixed.causes;
  const [walked] = run.cases;
  if (cause === undefined || walked === undefined) throw new Error('the sample is empty');
  const ofMany = (count: number): [ReportDocument, RunModel] => {
    const numbers = Array.from({ length: count }, (_, index) => index);
    const causes = numbers.map((index) => ({
      ...cause,
      id: `case-${index}`,
      summary: `number ${index} failed`,
    }));
    const cases = numbers.map((index) => ({ ...walked, id: `case-${index}` }));
    return [
      { ...mixed, causes },
      { ...run, cases },
    ];
  };

  test.each([1_000, 20_000])('of %i causes stays under a megabyte and says what is not in full', (count) => {
    const html = renderHtml(...ofMany(count));
    expect(Buffer.byteLength(html)).toBeLessThan(1_000_000);
    expect(html).toContain('are shown in full and the others in brief');
    expect(tagFaults(html)).toEqual([]);
  });

  test('of a thousand causes names each of them', () => {
    const [report, model] = ofMany(1_000);
    const html = renderHtml(report, model);
    const unnamed = report.causes.filter(({ summary }) => !html.includes(summary));
    expect(unnamed).toEqual([]);
  });

  test('of one cause with a thousand tests and a message of a megabyte stays small', () => {
    const tests = Array.from({ length: 1_000 }, (_, index) => ({ suite: 'suite', name: `test ${index}` }));
    const evidence = [{ handle: 'h', kind: 'failure', quote: 'm'.repeat(1_000_000), weight: 1 }];
    const html = renderHtml({ ...mixed, causes: [{ ...cause, tests, evidence }] }, emptyRun);
    expect(html).toContain('(996000 more characters)');
    expect(html).toContain('and 950 more');
    expect(Buffer.byteLength(html)).toBeLessThan(50_000);
  });
});
