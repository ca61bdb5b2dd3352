// Documents as coverage tools really wrote them, and truncated and hostile ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { placeCoverage } from './place-coverage.ts';
import { type CoverageFormat, readCoverage } from './read-coverage.ts';

const fixtures = join(import.meta.dirname, '../../../test/fixtures/coverage');
const fixture = (name: string) => readFileSync(join(fixtures, name), 'utf8');

/** The sources of the recorded runs that have offsets instead of lines. */
const sources: Readonly<Record<string, string>> = {
  'src/price.js': `// Prices in cents.
export function total(prices) {
  let sum = 0;
  for (const price of prices) {
    sum += price;
  }
  return sum;
}

export function discount(sum) {
  if (sum > 5000) {
    return sum / 10;
  }
  return 0;
}
`,
  'src/greeting.js': `export function greet(name) {\n  return \`Hello \${name}\`;\n}\n`,
};

const paths = [
  ...[
    'src/price.js',
    'src/price.ts',
    'src/greeting.js',
    'src/letter.js',
    'test/price.test.js',
    'test/a.test.ts',
  ],
  ...['shop/__init__.py', 'shop/price.py', 'shop/letter.py', 'tests/__init__.py', 'tests/test_price.py'],
  ...['price/price.go', 'letter/letter.go'],
  ...['Price', 'Letter'].map((name) => `core/src/main/java/org/example/shop/${name}.java`),
];

type Lines = readonly [path: string, ran: readonly number[], missed: readonly number[]];

function linesIn(text: string): {
  readonly format: CoverageFormat | string;
  readonly lines: readonly Lines[];
} {
  const document = readCoverage(text);
  if ('reason' in document) return { format: document.reason, lines: [] };
  const { coverage } = placeCoverage([document.files], { paths, read: (path) => sources[path] });
  const lines = [...coverage].map(([path, { ran, missed }]): Lines => [path, ran, missed]);
  return {
    format: document.format,
    lines: lines.filter(([, ran, missed]) => ran.length + missed.length > 0),
  };
}

const java = 'core/src/main/java/org/example/shop';
const pythonTest: Lines = ['tests/test_price.py', [1, 3, 6, 7, 8, 9], []];

const recorded: readonly (readonly [file: string, format: CoverageFormat, lines: readonly Lines[]])[] = [
  [
    'lcov.info',
    'lcov',
    [
      ['src/greeting.js', [1], [2, 3]],
      ['src/price.js', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15], [12, 13]],
    ],
  ],
  [
    'cobertura.xml',
    'cobertura',
    [['shop/letter.py', [], [1, 2]], ['shop/price.py', [4, 5, 6, 7, 8, 11, 12, 14], [13]], pythonTest],
  ],
  [
    'jacoco.xml',
    'jacoco',
    [
      [`${java}/Letter.java`, [], [5]],
      [`${java}/Price.java`, [5, 6, 7, 9], [3]],
    ],
  ],
  [
    'istanbul.json',
    'istanbul',
    [
      ['src/letter.js', [], [1]],
      ['src/price.js', [2, 3, 4, 13], [8, 9, 11]],
    ],
  ],
  [
    'coverage-py.json',
    'coverage.py',
    [['shop/letter.py', [], [1, 2]], ['shop/price.py', [4, 5, 6, 7, 8, 11, 12, 14], [13]], pythonTest],
  ],
  ['go-cover.out', 'go', [['price/price.go', [4, 5, 6, 7, 8, 9, 13, 14, 17], [15, 16]]]],
  [
    'v8.json',
    'v8',
    [
      ['src/greeting.js', [1], [2]],
      ['src/price.js', [2, 3, 4, 5, 7, 10, 11, 14], [12]],
    ],
  ],
  [
    'v8-mapped.json',
    'v8',
    [
      ['src/price.ts', [1, 2, 3, 4, 5, 7, 12], [8, 9, 10, 11]],
      ['test/a.test.ts', [1, 2, 3, 4, 5], []],
    ],
  ],
  ['python-tracer.json', 'penumbra', [['shop/price.py', [1, 4, 5, 6, 7, 8, 11, 12, 14], [13]], pythonTest]],
];

describe('what tools really wrote is read by its content', () => {
  test.for(recorded)('%s', ([file, format, lines]) => {
    expect(linesIn(fixture(file))).toEqual({ format, lines });
    expect(linesIn(`\uFEFF${fixture(file)}`)).toEqual({ format, lines });
    expect(linesIn(fixture(file).replaceAll('\n', '\r\n')).lines).toHaveLength(lines.length);
  });

  test.for(recorded)('%s, cut off anywhere, is refused or says nothing else of a file', ([file, , lines]) => {
    const text = fixture(file).trimEnd();
    const whole = new Map(lines.map(([path, ...marks]) => [path, marks]));
    for (let end = 0; end < text.length; end++) {
      // Go profiles have no end mark, so one truncated between two lines cannot be recognised.
      if (file === 'go-cover.out' && text[end - 1] === '\n') continue;
      for (const [path, ...marks] of linesIn(text.slice(0, end)).lines)
        expect(marks).toEqual(whole.get(path));
    }
  });
});

describe('hostile input has a reason', () => {
  const lcov = (line: string) => `SF:src/price.js\n${line}\nend_of_record\n`;
  test.for([
    ['nothing', '', /no coverage that is known/],
    ['prose', 'all is well', /no coverage that is known/],
    ['another XML', '<html></html>', /no coverage that is known/],
    ['another JSON', '{"name":"shop"}', /no coverage that is known/],
    ['JSON that is none', '{"result": [', /no JSON, or breaks off/],
    ['a line without a number', lcov('DA:x,1'), /line 2 is no line of LCOV/],
    ['a line 0', lcov('DA:0,1'), /speaks of a line 0/],
    ['a line far away', lcov('DA:999999999,1'), /speaks of a line 999999999/],
    ['a record in a record', 'SF:a\nSF:b\nend_of_record\n', /breaks off in line 2/],
    ['a block of a million lines', 'mode: set\na.go:1.1,99999999.1 1 1\n', /speaks of a line 1000001/],
    ['a block that is none', 'mode: set\na.go:1\n', /line 2 is no block/],
    ['elements without end', `<report>${'<group>'.repeat(300)}`, /nests deeper/],
    [
      'a line of JaCoCo without a number',
      '<report><sourcefile name="A.java"><line nr="x" ci="1"/></sourcefile></report>',
      /speaks of a line NaN/,
    ],
    [
      'a statement without a count',
      '{"a.js":{"statementMap":{"0":{"start":{"line":1}}},"s":{}}}',
      /without a count/,
    ],
    ['lines that are no list', '{"meta":{},"files":{"a.py":{"executed_lines":7}}}', /no `executed_lines`/],
    [
      'a range without offsets',
      '{"result":[{"url":"file:///a.js","functions":[{"ranges":[{}]}]}]}',
      /without offsets/,
    ],
  ] as const)('%s', ([, text, reason]) => {
    const document = readCoverage(text);
    expect('reason' in document && document.reason).toMatch(reason);
  });

  test('odd values are read as what does no harm', () => {
    const marks = linesIn(lcov('DA:1,-1\nDA:2,0\nDA:3,99999999999999999999\nBRDA:1,0,0,-')).lines;
    expect(marks).toEqual([['src/price.js', [1, 3], [2]]]);
  });

  test('a script whose text is not the file is known by its name alone', () => {
    const text = JSON.stringify({
      result: [
        {
          url: 'file:///builds/shop/src/price.js',
          functions: [{ ranges: [{ startOffset: 0, endOffset: 9, count: 1 }] }],
        },
      ],
    });
    const document = readCoverage(text);
    const files = 'files' in document ? document.files : [];
    const { coverage } = placeCoverage([files], { paths, read: (path) => sources[path] });
    expect([...coverage]).toEqual([['src/price.js', { ran: [], missed: [] }]]);
  });
});
