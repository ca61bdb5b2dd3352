/**
 * JUnit XML as it is kept: one document of all suites, without times, hosts and places of this machine, with passing
 * tests as bare elements and bounded output.
 */

type Attributes = Record<string, string>;
type Element = {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: Element[];
  text: string;
};

/** A test case with what became of it. */
export interface ReportedTest {
  readonly suite: Attributes;
  readonly attributes: Attributes;
  readonly outcomes: readonly Element[];
  readonly output: readonly Element[];
}

const bounds = {
  outcomeCharacters: 5_000,
  outputCharacters: 1_500,
  messageCharacters: 1_000,
  passingTests: 1_500,
  failingTests: 250,
};

/** Reads the test cases of a report; a document that is cut off gives what it has. */
export function readReport(xml: string): ReportedTest[] {
  const tests: ReportedTest[] = [];
  const visit = (element: Element, suite: Attributes) => {
    if (element.name === 'testcase') {
      const outcomes = element.children.filter(({ name }) => ['failure', 'error', 'skipped'].includes(name));
      const output = element.children.filter(({ name }) => name === 'system-out' || name === 'system-err');
      tests.push({ suite, attributes: element.attributes, outcomes, output });
      return;
    }
    const own = element.name === 'testsuite' ? element.attributes : suite;
    for (const child of element.children) visit(child, own);
  };
  visit(parseXml(xml), {});
  return tests;
}

/** Names a test so that two runs can be compared. */
export function testKey({ suite, attributes }: ReportedTest): string {
  return [
    attributes.file ?? suite.file ?? suite.name ?? '',
    attributes.classname ?? '',
    attributes.name ?? '',
  ].join('\u0000');
}

/** Tells whether a test failed. */
export function isFailed({ outcomes }: ReportedTest): boolean {
  return outcomes.some(({ name }) => name === 'failure' || name === 'error');
}

/** Prints tests as one report; `places` are folders of this machine and what to write instead. */
export function printReport(
  tests: readonly ReportedTest[],
  places: readonly (readonly [string, string])[],
): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are coloured with one
  const colours = /\u001b\[[0-9;]*m/g;
  const neutral = (text: string) =>
    places.reduce((result, [from, to]) => result.replaceAll(from, to), text).replaceAll(colours, '');
  const suites = new Map<string, { readonly attributes: Attributes; readonly tests: ReportedTest[] }>();
  for (const test of boundedTests(tests)) {
    const attributes = kept(test.suite, ['name', 'file', 'package'], neutral);
    const key = JSON.stringify(attributes);
    const suite = suites.get(key) ?? { attributes, tests: [] };
    suite.tests.push(test);
    suites.set(key, suite);
  }
  const printed = [...suites.values()].map(({ attributes, tests: own }) => {
    const counts = { tests: String(own.length), failures: String(own.filter(isFailed).length) };
    return `<testsuite${printAttributes({ ...attributes, ...counts })}>\n${own.map((test) => printTest(test, neutral)).join('')}</testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${printed.join('')}</testsuites>\n`;
}

/** Leaves out passing tests of wholly green suites first, then further failures. */
function boundedTests(tests: readonly ReportedTest[]): readonly ReportedTest[] {
  const redSuites = new Set(tests.filter(isFailed).map(({ suite }) => suite));
  let passing = 0;
  let failing = 0;
  const wanted = (test: ReportedTest) => {
    if (isFailed(test)) return ++failing <= bounds.failingTests;
    const limit = redSuites.has(test.suite) ? bounds.passingTests : bounds.passingTests / 2;
    return ++passing <= limit;
  };
  return tests.filter(wanted);
}

function printTest(test: ReportedTest, neutral: (text: string) => string): string {
  const head = `<testcase${printAttributes(kept(test.attributes, ['classname', 'name', 'file', 'line'], neutral))}`;
  const output = isFailed(test) ? test.output : [];
  const children = [
    ...test.outcomes.map((outcome) => printElement(outcome, bounds.outcomeCharacters, neutral)),
    ...output.map((element) => printElement(element, bounds.outputCharacters, neutral)),
  ];
  return children.length === 0 ? `${head}/>\n` : `${head}>\n${children.join('')}</testcase>\n`;
}

function printElement(element: Element, limit: number, neutral: (text: string) => string): string {
  const attributes = kept(element.attributes, ['type', 'message'], (text) =>
    shortened(neutral(text), bounds.messageCharacters),
  );
  const text = escaped(shortened(neutral(element.text), limit));
  return `<${element.name}${printAttributes(attributes)}${text === '' ? '/>' : `>${text}</${element.name}>`}\n`;
}

/** Keeps the beginning and the end, for traces are read from both. */
function shortened(text: string, limit: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= limit) return trimmed;
  const head = Math.floor(limit * 0.7);
  return `${trimmed.slice(0, head)}\n[...]\n${trimmed.slice(trimmed.length - (limit - head))}`;
}

function kept(
  attributes: Attributes,
  names: readonly string[],
  change: (text: string) => string,
): Attributes {
  return Object.fromEntries(
    names.flatMap((name) => (attributes[name] === undefined ? [] : [[name, change(attributes[name])]])),
  );
}

function printAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value).replaceAll('\n', '&#10;')}"`)
    .join('');
}

function escaped(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '?')
  );
}

const TOKEN =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<[?!][^>]*>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/g;

function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [root];
  for (const [, data, closes, name, attributes = '', isEmpty, text] of xml.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root;
    if (data !== undefined) parent.text += data;
    else if (text !== undefined) parent.text += unescaped(text);
    else if (name === undefined) continue;
    else if (closes === '/') {
      if (open.length > 1 && parent.name === name) open.pop();
    } else {
      const element: Element = { name, attributes: parseAttributes(attributes), children: [], text: '' };
      parent.children.push(element);
      if (isEmpty !== '/') open.push(element);
    }
  }
  return root;
}

function parseAttributes(text: string): Attributes {
  const pairs = [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  return Object.fromEntries(
    pairs.map(([, name = '', double, single]) => [name, unescaped(double ?? single ?? '')]),
  );
}

function unescaped(text: string): string {
  return text
    .replaceAll(/&#x([0-9a-fA-F]+);/g, (_, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, 16)),
    )
    .replaceAll(/&#(\d+);/g, (_, digits: string) => String.fromCodePoint(Number(digits)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
