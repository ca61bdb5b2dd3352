/** Results as JUnit XML, in which a run of our own is handed to an investigation. */
import type { TestResult } from './runner.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What XML cannot hold, not even as a reference. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Writes results as JUnit XML; the intake reads the same names, files and failures from it. */
export function toJunit(results: readonly TestResult[]): string {
  const lines: string[] = [];
  let open: readonly string[] = [];
  for (const result of results) {
    const shared = sharedLength(open, result.suitePath);
    lines.push(...open.slice(shared).map(() => '</testsuite>'));
    lines.push(...result.suitePath.slice(shared).map((name) => `<testsuite name="${attribute(name)}">`));
    lines.push(testcase(result));
    open = result.suitePath;
  }
  lines.push(...open.map(() => '</testsuite>'));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${lines.join('\n')}\n</testsuites>\n`;
}

function sharedLength(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((name, index) => name !== other[index]);
  return differs < 0 ? one.length : differs;
}

function testcase({ name, className, file, status, failure }: TestResult): string {
  const names = { name, classname: className, file };
  const start = `<testcase${attributes(names)}>`;
  if (status === 'skipped') return `${start}<skipped/></testcase>`;
  if (status === 'passed') return `${start}</testcase>`;
  const { kind = 'failure', type, message = '', stack = '' } = failure ?? {};
  return `${start}<${kind}${attributes({ type, message })}>${text(stack)}</${kind}></testcase>`;
}

function attributes(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${attribute(value)}"`))
    .join('');
}

function text(value: string): string {
  return value
    .toWellFormed()
    .replace(ILLEGAL, '')
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
}

/** Line ends in an attribute are blanks to a strict reader, unless they are written as references. */
function attribute(value: string): string {
  return text(value).replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
