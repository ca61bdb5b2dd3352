/**
 * Turns TAP with subtests into JUnit XML:
 *
 *     tap --reporter=tap > run.tap 2>&1; node bench/red-runs/tap-to-junit.ts run.tap > junit.xml
 *
 * A test case is a subtest that holds assertions of its own; what its assertions say becomes its failure. The XML reporter
 * of tap itself stops at a failed snapshot and leaves out what was expected.
 */
import { readFileSync } from 'node:fs';

type Case = { readonly file: string; readonly name: string; readonly failures: string[] };

const RESULT = /^(\s*)(not )?ok \d+(?: - (.*?))?(?: # (?:time=|SKIP|TOD[O]).*)?(?: \{)?$/;
const bounds = { failures: 3, outputLines: 40 };

const [, , file] = process.argv;
if (file === undefined) throw new Error('the file with TAP is missing');
process.stdout.write(print(readCases(readFileSync(file).toString('utf8').split('\n'))));

function readCases(lines: readonly string[]): readonly Case[] {
  const cases = new Map<string, Case>();
  const open: { readonly indent: number; readonly name: string }[] = [];
  const closed: string[] = [];
  let output: string[] = [];
  const caseOf = (names: readonly string[]): Case => {
    const [file = '', ...rest] = names;
    const name = rest.join(' > ') || file;
    const found = cases.get(`${file}\0${name}`) ?? { file, name, failures: [] };
    cases.set(`${file}\0${name}`, found);
    return found;
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const subtest = /^(\s*)# Subtest: (.*)$/.exec(line);
    const result = RESULT.exec(line);
    const indent = line.length - line.trimStart().length;
    if (subtest !== null) {
      closeDeeper(open, indent - 1);
      open.push({ indent, name: subtest[2] ?? '' });
    } else if (result !== null) {
      closeDeeper(open, indent);
      const name = result[3] ?? '';
      const details = readDetails(lines, at + 1, indent);
      at += details.length;
      const isEnd = open.at(-1)?.indent === indent;
      const path = open.map((each) => each.name);
      if (isEnd) open.pop();
      // The result of a subtest repeats what is inside, unless nothing was: then the file itself broke.
      if (isEnd && (closed.at(-1) === path.join('\0') || result[2] === undefined)) continue;
      const own = caseOf(path.length === 0 ? [name] : path);
      if (!isEnd) closed.push(path.join('\0'));
      if (result[2] !== undefined)
        own.failures.push([name, ...(indent === 0 ? output : []), ...details].join('\n'));
      if (indent === 0) output = [];
    } else if (!/^\s*(?:TAP version|\d+\.\.\d+|#|Bail out|\}$|$)/.test(line)) {
      if (output.length < bounds.outputLines) output.push(line);
    }
  }
  return [...cases.values()];
}

/** Ends the subtests that stand further right than a line. */
function closeDeeper(open: { readonly indent: number }[], indent: number): void {
  while ((open.at(-1)?.indent ?? -1) > indent) open.pop();
}

/** The block between `---` and `...` that follows a result. */
function readDetails(lines: readonly string[], start: number, indent: number): readonly string[] {
  if (lines[start]?.trim() !== '---') return [];
  const end = lines.findIndex(
    (line, index) => index > start && line.trim() === '...' && line.search(/\S/) === indent + 2,
  );
  const block = end < 0 ? [] : lines.slice(start, end + 1);
  return block
    .map((line) => line.slice(Math.min(indent + 2, line.search(/\S|$/))))
    .filter((line) => line.trim() !== '');
}

function print(cases: readonly Case[]): string {
  const printed = cases.map(({ file, name, failures }) => {
    const head = `<testcase classname="${escaped(file)}" name="${escaped(name)}" file="${escaped(file)}"`;
    const [first] = failures;
    if (first === undefined) return `${head}/>\n`;
    const text = escaped(failures.slice(0, bounds.failures).join('\n\n'));
    return `${head}><failure message="${escaped(first.split('\n')[0] ?? '')}">${text}</failure></testcase>\n`;
  });
  return `<testsuites><testsuite name="tap">\n${printed.join('')}</testsuite></testsuites>\n`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
