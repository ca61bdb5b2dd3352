/** Faults of the tests themselves: an expectation that is wrong, data that is wrong, a test that depends on luck. */
import { linesOf, type SourceFile, type SourceLine } from '../source-file.ts';
import { type Operator, type Replacement, replaced, type Site } from './operator.ts';

const ASSERTS =
  /\bexpect\(|\bassert|\.expect\(|\bt\.(?:equal|same|ok|not|match|strictSame|Error|Errorf|Fatal)|\bassert(?:Equals|True|That)|\brequire\.|\bif got\b|\bwant\b|\bequal\(|\.to(?:Be|Equal)/;

/** An expectation that asks for another value than the product rightly gives. */
export const wrongExpectation: Operator = {
  name: 'wrong-expectation',
  kind: 'test_bug',
  targets: ['tests'],
  *sites(source) {
    const lines = linesOf(source);
    for (const [index, line] of lines.entries()) {
      const isAssert =
        source.language === 'go' ? isGoAssert(line, lines[index + 1]) : ASSERTS.test(line.masked);
      if (!isAssert || /\brequire\(|^\s*(?:import|from)\b/.test(line.masked)) continue;
      for (const match of line.masked.matchAll(
        /(?<![\w.$-])(\d{1,6}|true|false|True|False)(?![\w.])(?=\s*[),\]}:]| \{$| (?:&&|\|\|) )/g,
      )) {
        const start = line.start + match.index;
        yield replaced(start, start + match[0].length, otherValue(match[0]));
      }
      yield* expectedTexts(source, line);
    }
  },
};

/** Go compares in an `if` above the report of the failure, or in the columns of a table. */
function isGoAssert(line: SourceLine, next: SourceLine | undefined): boolean {
  if (/^\s*(?:want|expect|should)\w*:\s/i.test(line.masked)) return true;
  return /^\s*if .* (?:!=|==) .*\{$/.test(line.masked) && /\bt\.(?:Error|Fatal)/.test(next?.masked ?? '');
}

function otherValue(text: string): string {
  const others: Record<string, string> = { true: 'false', false: 'true', True: 'False', False: 'True' };
  return others[text] ?? String(Number(text) + 1);
}

function* expectedTexts(source: SourceFile, line: SourceLine): Generator<Site> {
  const literals = source.literals.filter(
    ({ kind, start, end }) => kind === 'string' && start > line.start && end < line.next,
  );
  const expected = literals.at(-1);
  const text = expected && source.text.slice(expected.start, expected.end);
  // A short last text may be the message of the assertion; what looks like data is more often the expected value.
  if (expected === undefined || text === undefined || text.length < 2 || /\s{1}\w+\s\w+\s|[\\$`{]/.test(text))
    return;
  yield replaced(expected.start, expected.end, misspelled(text));
}

function misspelled(text: string): string {
  const middle = Math.floor(text.length / 2);
  return text.charAt(middle) === text.charAt(middle - 1)
    ? text.slice(0, middle) + text.slice(middle + 1)
    : text.slice(0, middle - 1) + text.charAt(middle) + text.charAt(middle - 1) + text.slice(middle + 1);
}

/** Data of a test that was changed without the test. */
export const changedFixture: Operator = {
  name: 'changed-fixture',
  kind: 'test_bug',
  targets: ['fixtures'],
  *sites({ text, path }) {
    if (text.includes('\u0000') || /\.md$/i.test(path)) return;
    for (const match of text.matchAll(/(?<![\w.-])(\d{1,4})(?![\w-])|(?<=['"> ])([a-z]{4,12})(?=['"<\n])/g)) {
      const [whole] = match;
      const isComment = /^\s*(?:\/\/|#|\*|\/\*)/.test(
        text.slice(text.lastIndexOf('\n', match.index) + 1, match.index),
      );
      if (isComment || /^(?:strict|exports|module|require|function)$/.test(whole)) continue;
      const other = /^\d/.test(whole) ? String(Number(whole) + 1) : misspelled(whole);
      if (other !== whole) yield replaced(match.index, match.index + whole.length, other);
    }
  },
};

const BODIES: Record<SourceFile['language'], RegExp> = {
  javascript: /^(\s*)(?:it|test|t\.test)\(.*(?:=>|function\s*\w*\s*\([^)]*\))\s*\{$/,
  typescript: /^(\s*)(?:it|test)\(.*(?:=>|function\s*\w*\s*\([^)]*\))\s*\{$/,
  python: /^(\s*)def test_\w+\(.*\)(?: -> None)?:$/,
  go: /^()func Test\w+\(t \*testing\.T\) \{$/,
  java: /^(\s+)(?:public )?void \w+\(\).*\{$/,
};

/** The indentation of the body of the test that starts on a line; none where a text of documentation comes first. */
export function testBody(
  language: SourceFile['language'],
  line: SourceLine,
  next: SourceLine | undefined,
): string | undefined {
  const indent = BODIES[language].exec(line.masked)?.[1];
  if (indent === undefined || /^\s*['"]/.test(next?.masked ?? '')) return undefined;
  return indent + { python: '    ', java: '    ', go: '\t', javascript: '  ', typescript: '  ' }[language];
}

const LUCK: Record<SourceFile['language'], readonly (readonly string[])[]> = {
  javascript: [
    [
      'const samples = [8, 13, 20, 35];',
      'const sample = samples[Math.floor(Math.random() * samples.length)];',
      "if (sample % 2 !== 0) throw new Error('expected an even sample but got ' + sample);",
    ],
    [
      'const startedAt = process.hrtime.bigint();',
      'JSON.parse(JSON.stringify(Array.from({ length: 2000 }, (_, index) => ({ index }))));',
      'const elapsed = Number(process.hrtime.bigint() - startedAt) / 1000;',
      "if (elapsed > 900) throw new Error('expected to be ready within 900 µs, not after ' + elapsed);",
    ],
    [
      'const port = 3000 + (Date.now() % 2);',
      "if (port !== 3000) throw new Error('listen EADDRINUSE: address already in use :::' + port);",
    ],
  ],
  typescript: [],
  python: [
    [
      'import random',
      'sample = random.choice([8, 13, 20, 35])',
      'assert sample % 2 == 0, f"expected an even sample but got {sample}"',
    ],
    [
      'import time',
      'started_at = time.perf_counter()',
      'sorted(range(2000), key=lambda each: -each)',
      'elapsed = (time.perf_counter() - started_at) * 1_000_000',
      'assert elapsed < 150, f"expected to be ready within 150 µs but it took {elapsed:.0f} µs"',
    ],
    [
      'import time',
      'port = 3000 + time.time_ns() // 1000 % 2',
      'assert port == 3000, f"address already in use: port {port}"',
    ],
  ],
  go: [
    [
      'if port := 3000 + time.Now().UnixNano()/1000%2; port != 3000 {',
      '\tt.Fatalf("listen tcp :%d: bind: address already in use", port)',
      '}',
    ],
    [
      'for first := range map[string]int{"alpha": 1, "beta": 2, "gamma": 3} {',
      '\tif first != "alpha" {',
      '\t\tt.Fatalf("expected alpha to come first but got %s", first)',
      '\t}',
      '\tbreak',
      '}',
    ],
  ],
  java: [
    [
      'int sample = java.util.concurrent.ThreadLocalRandom.current().nextInt(100);',
      'if (sample % 2 != 0) {',
      '    throw new AssertionError("expected an even sample but got " + sample);',
      '}',
    ],
    [
      'long port = 3000 + System.nanoTime() / 1000 % 2;',
      'if (port != 3000) {',
      '    throw new IllegalStateException("address already in use: port " + port);',
      '}',
    ],
  ],
};

/** A test that fails from time to time: a random choice, a clock, a time limit that is too short. */
export const flakyTest: Operator = {
  name: 'flaky-test',
  kind: 'flaky',
  targets: ['tests'],
  *sites(source) {
    const templates = source.language === 'typescript' ? LUCK.javascript : LUCK[source.language];
    const lines = linesOf(source);
    for (const [index, line] of lines.entries()) {
      const indent = testBody(source.language, line, lines[index + 1]);
      if (indent === undefined) continue;
      const template = templates[index % templates.length] ?? [];
      const text = template.map((each) => `${indent}${each}\n`).join('');
      const body: Replacement = { start: line.next, end: line.next, text };
      const imported = source.language === 'go' && /\btime\./.test(text) ? goImports(source, ['time']) : [];
      if (imported !== undefined) yield { change: 'replace', replacements: [body, ...imported] };
    }
  },
};

/** What a Go file needs to use packages; nothing where it has no block of imports. */
export function goImports(
  { text }: SourceFile,
  names: readonly string[],
): readonly Replacement[] | undefined {
  const missing = names.filter((name) => !text.includes(`"${name}"`));
  const block = /^import \(\n/m.exec(text);
  if (missing.length === 0) return [];
  if (block === null) return undefined;
  const at = block.index + block[0].length;
  return [{ start: at, end: at, text: missing.map((name) => `\t"${name}"\n`).join('') }];
}
