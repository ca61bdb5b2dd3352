// The forms of a report that other programs read: whatever texts are in it, each is what its format says, tells no more
// than the report, and has the same bytes for the same report.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { anyReport } from '../../test/report/any-report.ts';
import { tagFaults } from '../../test/report/tag-faults.ts';
import type { ReportCause, ReportDocument } from '../record/index.ts';
import { completeCauses } from './describe-cause.ts';
import { renderAnnotations, renderCtrf, renderJunit, renderMarkdown, renderSarif } from './index.ts';
import { causePlaces } from './plain-cause.ts';

const folder = join(import.meta.dirname, '../../test/golden/report');
const read = (name: string): ReportDocument => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
const names = ['change', 'experiments', 'mixed', 'nothing', 'proven', 'settled', 'worlds'];
const proven = read('proven');
const forms = {
  'annotations.txt': renderAnnotations,
  'ctrf.json': renderCtrf,
  'junit.xml': renderJunit,
  md: renderMarkdown,
  sarif: renderSarif,
};

const { resolve } = createRequire(import.meta.url);
/** The official schemas, as their own packages bring them. */
const isSarif = validator(resolve('@microsoft/jest-sarif'), 'schemas/sarif-2.1.0-rtm.5.json');
const isCtrf = validator(resolve('ctrf'), 'ctrf-schema-0.0.json');

function validator(entry: string, file: string): ValidateFunction {
  // The differences between the drafts are in the two keys that are left out.
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(join(dirname(entry), file), 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

/** Returns what a schema says against a document. */
function faultsOf(validate: ValidateFunction, text: string): readonly unknown[] {
  return validate(JSON.parse(text)) ? [] : (validate.errors ?? []);
}

/** Returns a report with so many causes, each of its own test. */
function reportOf(count: number): ReportDocument {
  const [cause] = read('change').causes;
  const causes = Array.from({ length: count }, (_, index) => ({
    ...(cause as ReportCause),
    id: `case-${index}`,
    tests: [{ suite: 'shipping', name: `test ${index}` }],
  }));
  return { ...proven, causes, summary: { ...proven.summary, failures: count, causes: count } };
}

test.each(Object.entries(forms))('proven and argued causes as %s', async (form, render) => {
  for (const name of ['proven', 'mixed', 'experiments'])
    await expect(render(read(name))).toMatchFileSnapshot(join(folder, `${name}.${form}`));
});

test.each(Object.entries(forms))('an equal report has equal bytes as %s', (_form, render) => {
  fc.assert(
    fc.property(anyReport, (report) => {
      expect(render(structuredClone(report))).toBe(render(report));
    }),
    { numRuns: 30 },
  );
});

test.each(Object.entries(forms))('documents of older versions are told as %s', (_form, render) => {
  const { world, message, type_reason, commits, ...old } = proven.causes[0] as ReportCause;
  const report = {
    ...proven,
    causes: [{ ...old, commits: commits.map(({ id, score }) => ({ id, score })) }],
  };
  expect(render(report as unknown as ReportDocument)).not.toMatch(/undefined|null|NaN|\[object/);
});

test.each(Object.entries(forms))(
  'where no place stands out, no commit and no code is shown as %s',
  (_form, render) => {
    const [cause] = read('change').causes as readonly [ReportCause];
    const found = {
      answer: [],
      next_steps: [],
      suspects: cause.suspects.map((one) => ({ ...one, confidence: 0.01 })),
    };
    const weak: ReportCause = { ...cause, ...found, status: 'insufficient', confidence: 0.01 };
    const text = render({ ...proven, causes: [weak] });
    expect(text).not.toContain('9f1bea4');
    expect(text).not.toContain('FREE_FROM');
  },
);

test.each(Object.entries(forms))(
  'a patch in which a secret was replaced is not handed on as %s',
  (_form, render) => {
    const patch = proven.causes[0]?.proof?.patch.replace('5000', '‹secret 1: token›') ?? '';
    const causes = proven.causes.map(
      (cause) => ({ ...cause, proof: { ...cause.proof, patch } }) as ReportCause,
    );
    expect(render(proven)).not.toBe('');
    expect(render({ ...proven, causes })).not.toContain('‹secret');
  },
);

describe('Markdown', () => {
  const tags = new Set(
    'h2 h3 p strong code pre ul li table thead tbody tr th td details summary em br'.split(' '),
  );

  test('has the tags that the report itself makes, no link, no picture and no mention', () => {
    fc.assert(
      fc.property(anyReport, fc.constantFrom('summary', 'comment'), (report, use) => {
        const text = renderMarkdown(report, { use });
        // Bots read commands where a line begins, also in code.
        expect(text).not.toMatch(/^[ \t]*[/@][a-z][\w-]*(?:\s|$)/im);
        const html = marked.parse(text, { async: false, gfm: true });
        const found = [...html.matchAll(/<\/?([a-z][a-z0-9]*)((?:\s[^>]*)?)>/gi)];
        for (const [tag, name = '', rest = ''] of found) {
          expect(tags).toContain(name);
          expect(rest, tag).toMatch(/^(?: class="language-(?:diff|text)")?$/);
        }
        // Hosts look for names and addresses outside of code, in what was rendered.
        const prose = html
          .replace(/<pre>.*?<\/pre>|<code>.*?<\/code>/gs, '')
          .replace(/<[^>]*>/g, '')
          .replace(/&#?\w+;/g, '?');
        expect(prose).not.toMatch(/@[\w-]|#\d|\bgh-\d|:\/\/|www\.|[!&~%$]\d/i);
      }),
      { numRuns: 150 },
    );
  });

  test('keeps a message with fences and a title with marks as text', () => {
    const [cause] = proven.causes;
    const message = 'first\n````\n# not a title\n```` and `more`\n/usr/bin is a path';
    const change = { ...(cause as ReportCause).change, subject: 'Merge [x](http://y) by @ada, see #3' };
    const { difference: _, proof: __, ...rest } = cause as ReportCause;
    const report = { ...proven, causes: [{ ...rest, status: 'likely', message, change } as ReportCause] };
    const text = renderMarkdown(report);
    expect(text).toContain(`\`\`\`\`\`text\n${message}\n\`\`\`\`\``);
    const html = marked.parse(text, { async: false });
    expect(html).toContain('Merge [x](http:\u200b//y) by @\u200bada, see #\u200b3');
  });

  test.each([
    ['summary', 1_048_576, 10_000],
    ['comment', 65_536, 300],
  ] as const)('as a %s keeps within the limit of the host and says what is missing', (use, limit, count) => {
    const text = renderMarkdown(reportOf(count), { use });
    expect(Buffer.byteLength(text)).toBeLessThan(limit);
    expect(text).toMatch(new RegExp(`\\d+ of ${count} causes are shown in full and the others in brief`));
    expect(text).toMatch(/and \d+ further causes, in the JSON report/);
    // All of it is still Markdown that ends where it should.
    expect(text.match(/^```/gm)?.length ?? 1).toSatisfy((fences: number) => fences % 2 === 0);
  });

  test('keeps within the limit of a comment whatever is in the report', () => {
    const wide = '\u{10ffff}*'.repeat(5_000);
    const swap = (value: unknown, key = ''): unknown => {
      if (typeof value === 'string')
        return /schema|status|type$|history|mark|world|outcome|alone/.test(key) ? value : wide;
      if (Array.isArray(value)) return value.map((one) => swap(one, key));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, swap(one, name)]));
    };
    for (const name of names)
      expect(
        Buffer.byteLength(renderMarkdown(swap(read(name)) as ReportDocument, { use: 'comment' })),
      ).toBeLessThan(65_536);
  });
});

describe('SARIF', () => {
  test('fits the official schema, whatever is in the report', () => {
    for (const name of names) expect(faultsOf(isSarif, renderSarif(read(name)))).toEqual([]);
    fc.assert(
      fc.property(anyReport, (report) => {
        const text = renderSarif(report);
        expect(faultsOf(isSarif, text)).toEqual([]);
        const [run] = JSON.parse(text).runs;
        const places = completeCauses(report.causes).flatMap(causePlaces);
        expect(run.results).toHaveLength(places.length);
        // Hosts refuse results without a place, and follow links in messages.
        for (const result of run.results) {
          expect(result.locations).toHaveLength(1);
          expect(result.message.text).not.toContain('](');
        }
      }),
      { numRuns: 100 },
    );
  });

  test('has as many results as a host takes, and says how many more there are', () => {
    const [run] = JSON.parse(renderSarif(reportOf(5_002))).runs;
    expect(run.results).toHaveLength(5_000);
    const [{ toolExecutionNotifications: notes }] = run.invocations;
    expect(notes.at(-1).message.text).toBe('2 further results left out, because the host accepts no more');
  });

  test('a document that is none is refused by the schema', () => {
    expect(faultsOf(isSarif, renderSarif(proven).replace('"text":', '"words":'))).not.toEqual([]);
  });

  const prints = (cause: ReportCause): readonly string[] =>
    JSON.parse(renderSarif({ ...proven, causes: [cause] })).runs[0].results.map(
      (result: { partialFingerprints: object }) => result.partialFingerprints['penumbraCause/v1' as never],
    );
  const [argued] = read('change').causes as readonly [ReportCause];

  test('fingerprints stay when lines move and are indented anew', () => {
    const move = (cause: ReportCause): ReportCause => ({
      ...cause,
      id: 'case-of-another-run',
      confidence: 0.5,
      suspects: cause.suspects.map((one) => ({ ...one, ...(one.line && { line: one.line + 40 }) })),
      ...(cause.code && {
        code: {
          ...cause.code,
          lines: cause.code.lines.map((one) => ({ ...one, line: one.line + 40, text: `\t${one.text}` })),
        },
      }),
    });
    expect(prints(argued)).toHaveLength(1);
    expect(prints(move(argued))).toEqual(prints(argued));
  });

  test.each<[string, (cause: ReportCause) => ReportCause]>([
    ['test', (cause) => ({ ...cause, tests: [{ suite: 'shipping', name: 'another' }] })],
    [
      'line',
      (cause) => ({
        ...cause,
        ...(cause.code && {
          code: { ...cause.code, lines: cause.code.lines.map((one) => ({ ...one, text: 'x' })) },
        }),
      }),
    ],
    [
      'symbol',
      (cause) => ({ ...cause, suspects: cause.suspects.map((one) => ({ ...one, symbol: 'other' })) }),
    ],
  ])('another %s is another finding', (_what, change) => {
    expect(prints(change(argued))).not.toEqual(prints(argued));
  });

  test('a path is an address, whatever is in it', () => {
    const path = 'a b/100%/ü#?[x]:\\y.ts';
    const suspects = [{ path, line: 3, score: 1, confidence: 0.9 }];
    const text = renderSarif({ ...proven, causes: [{ ...argued, answer: [path], suspects }] });
    const { uri } = JSON.parse(text).runs[0].results[0].locations[0].physicalLocation.artifactLocation;
    expect(decodeURIComponent(uri)).toBe(path);
    expect(uri).toMatch(/^[\w.%/-]+$/);
  });
});

describe('CTRF', () => {
  test('fits its schema and lists the failed tests, whatever is in the report', () => {
    for (const name of names) expect(faultsOf(isCtrf, renderCtrf(read(name)))).toEqual([]);
    fc.assert(
      fc.property(anyReport, (report) => {
        const text = renderCtrf(report);
        expect(faultsOf(isCtrf, text)).toEqual([]);
        const { tests, summary } = JSON.parse(text).results;
        expect(tests).toHaveLength(report.causes.flatMap((cause) => cause.tests).length);
        expect(summary).toMatchObject({ tests: tests.length, failed: tests.length });
      }),
      { numRuns: 100 },
    );
  });

  test('a document that is none is refused by the schema', () => {
    expect(faultsOf(isCtrf, renderCtrf(proven).replaceAll('"duration":', '"time":'))).not.toEqual([]);
  });
});

describe('JUnit XML', () => {
  test('is well formed and counts its tests, whatever is in the report', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const xml = renderJunit(report);
        const count = report.causes.flatMap((cause) => cause.tests).length;
        expect(xml).toContain(`<testsuites name="penumbra" tests="${count}" failures="${count}"`);
        expect(xml.match(/<testcase /g)?.length ?? 0).toBe(count);
        const faults = tagFaults(xml.replace(/^<\?xml[^>]*\?>\n/, ''), {
          tags: junitTags,
          attributes: junitAttributes,
        });
        expect(faults).toEqual([]);
        // XML has no way to write these.
        expect(xml).not.toMatch(/[^\P{C}\n\p{Cn}\p{Co}]/u);
      }),
      { numRuns: 100 },
    );
  });

  const junitTags = 'testsuites testsuite testcase properties property failure'.split(' ');
  const junitAttributes = 'name tests failures errors skipped time classname value message type'.split(' ');
});

describe('annotations', () => {
  test('are one command a line with the properties of the report, whatever is in it', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const text = renderAnnotations(report);
        const lines = text.split('\n').slice(0, -1);
        expect(lines).toHaveLength(report.causes.length);
        for (const line of lines) {
          expect(line).toMatch(
            /^::(?:error|warning|notice) (?:file=[^,:]+,)?(?:line=\d+,)?title=[^,:]+::[^\r\n]*$/,
          );
          // Every percent sign begins an escape, so that nothing is read back as another text.
          expect(line).not.toMatch(/%(?!25|0A|3A|2C)/);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('are as many as a host shows of a kind, and the last line says how many more there are', () => {
    const lines = renderAnnotations(reportOf(25)).trimEnd().split('\n');
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe('and 15 further causes that a host would not show here');
  });
});
