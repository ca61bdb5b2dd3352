/**
 * Extracts the expected and received values of an assertion from its failure. Three forms are known: labels
 * (`Expected: 1`, `Received: 2`), one sentence (`expected 1 to be 2`), and a line diff.
 */
import { type FailureText, shortened, tellingLines } from './failure-text.ts';

/** The expected and received values of an assertion; bounded, with `…` where something was cut. */
export interface AssertionDifference {
  readonly expected: string;
  readonly received: string;
}

const VALUE_LENGTH = 500;
/** How many lines may lie between the two labels of one assertion. */
const NEAR = 40;
const VALUE_LINES = 20;
const DIFFERENCE_LINES = 200;

const LABEL =
  /^[-+|]?\s{0,40}(expected|wanted|want|received|actual|got|found|left|right|but was|but)(?: (?:string|value|object|array|pattern|substring|length|type|error|message|path|name|result|number of calls|has value))?\s{0,4}:(?:\s(.*))?$/i;
const EXPECTING = /^Expecting(?: actual| value| code)?:?(?:\s(.*))?$/;
const TO_DO = /^(?:not )?to (?:be|have|contain|match|start|end|not)\b/;
const BLOCK = /^[|>][-+]?$/;
const FRAME = /^\s*(?:at |❯ |#\d|File ")/;

/** The headers of diffs, and whether the expected side has the minus. */
const heads: readonly { readonly head: RegExp; readonly next?: RegExp; readonly isMinusExpected: boolean }[] =
  [
    { head: /^- Expected\b/, next: /^\+ Received\b/, isMinusExpected: true },
    { head: /^\+ actual - expected/, isMinusExpected: true },
    { head: /^\+ expected - actual/, isMinusExpected: false },
    { head: /^Difference \(- actual, \+ expected\)/, isMinusExpected: false },
    {
      head: /^--- (?:expected|want)/i,
      next: /^\+\+\+ (?:actual|got|received|found)/i,
      isMinusExpected: true,
    },
    { head: /\(?-want,? ?\+got\)?/, isMinusExpected: true },
    { head: /\(?-got,? ?\+want\)?/, isMinusExpected: false },
  ];

/**
 * Reads the expected and received values of an assertion; null if the failure does not state them.
 *
 * @example
 * assertionDifference({ message: 'expected 490 to be 0 // Object.is equality', stack: '' })
 * // { expected: '0', received: '490' }
 */
export function assertionDifference(failure: FailureText): AssertionDifference | null {
  const readings = [failure.message, failure.stack, failure.output ?? ''].flatMap((text) => {
    const lines = tellingLines(text);
    return [labelled(lines), inSentences(lines), difference(lines)].filter((one) => one !== undefined);
  });
  const plain = readings
    .map(plainComparison)
    .filter(({ expected, received }) => expected !== '' || received !== '');
  // Some libraries shorten both sides until they look the same.
  const telling = plain.find(
    ({ expected, received }) => expected !== received && !/…/.test(expected + received),
  );
  return telling ?? plain[0] ?? null;
}

function labelled(lines: readonly string[]): Comparison | undefined {
  const found: { at: number; role: string; isExpected: boolean; isSide: boolean }[] = [];
  for (const [at, line] of lines.entries()) {
    const role = LABEL.exec(line.trim())?.[1]?.toLowerCase();
    if (role === undefined) continue;
    const isSide = role === 'left' || role === 'right';
    found.push({ at, role, isSide, isExpected: /^(?:expected|want|wanted|right)$/.test(role) });
  }
  for (const [order, one] of found.entries()) {
    const other = found
      .slice(order + 1)
      .find(({ isExpected, isSide }) => isExpected !== one.isExpected && isSide === one.isSide);
    if (other === undefined || other.at - one.at > NEAR) continue;
    const [expected, received] = one.isExpected ? [one, other] : [other, one];
    return { expected: labelValue(lines, expected.at), received: labelValue(lines, received.at) };
  }
  return expecting(lines);
}

function labelValue(lines: readonly string[], at: number): string {
  const value = LABEL.exec((lines[at] ?? '').trim())?.[2]?.trim() ?? '';
  return value !== '' && !BLOCK.test(value) ? value : valueBelow(lines, at + 1, (line) => LABEL.test(line));
}

/** The lines from `start` up to a blank line, a label, or another end of the value. */
function valueBelow(lines: readonly string[], start: number, ends: (line: string) => boolean): string {
  const value: string[] = [];
  for (const line of lines.slice(start, start + VALUE_LINES)) {
    const text = line.trim();
    if (ends(text) || FRAME.test(line) || (text === '' && value.length > 0)) break;
    if (text !== '') value.push(text);
  }
  return value.join('\n');
}

/** AssertJ: `Expecting actual:`, the value, `to be equal to:`, the other value. */
function expecting(lines: readonly string[]): Comparison | undefined {
  const start = lines.findIndex((line) => EXPECTING.test(line.trim()));
  if (start < 0) return undefined;
  const below = lines.slice(start + 1, start + 1 + NEAR).findIndex((line) => TO_DO.test(line.trim()));
  if (below < 0) return undefined;
  const verb = (lines[start + 1 + below] ?? '').trim().replace(/:$/, '');
  const inline = EXPECTING.exec((lines[start] ?? '').trim())?.[1]?.trim() ?? '';
  const received = inline === '' ? valueBelow(lines, start + 1, (line) => TO_DO.test(line)) : inline;
  const other = valueBelow(lines, start + 2 + below, (line) => /^(?:but|when|with)\b/.test(line));
  return { expected: verb === 'to be equal to' ? other : `${verb} ${other}`.trim(), received };
}

function inSentences(lines: readonly string[]): Comparison | undefined {
  for (const [at, line] of lines.entries()) {
    const found = FRAME.test(line) ? undefined : (comparisonSentence(line) ?? alone(lines, at));
    if (found !== undefined) return found;
  }
  return overLines(lines);
}

/** JUnit prints multi-line texts unescaped: `expected:<a` … `> but was:<a` … `>`. */
function overLines(lines: readonly string[]): Comparison | undefined {
  const end = lines.findIndex((line) => FRAME.test(line));
  const text = (end < 0 ? lines : lines.slice(0, end)).join('\n');
  const start = /expected: ?</.exec(text);
  const middle = text.indexOf('> but was:', start?.index);
  const open = text.indexOf('<', middle);
  const close = text.lastIndexOf('>');
  if (start === null || middle < 0 || open < 0 || close < open) return undefined;
  const expected = text.slice(start.index + start[0].length, middle);
  return { expected, received: text.slice(open + 1, close) };
}

/** Node prints `2 !== 1` alone between blank lines; anywhere else it is source code. */
function alone(lines: readonly string[], at: number): Comparison | undefined {
  const text = (lines[at] ?? '').trim();
  const middle = text.indexOf(' !== ');
  const isAlone = (lines[at - 1] ?? '').trim() === '' && (lines[at + 1] ?? '').trim() === '';
  if (middle <= 0 || !isAlone) return undefined;
  return { received: text.slice(0, middle), expected: text.slice(middle + 5) };
}

function difference(lines: readonly string[]): Comparison | undefined {
  for (const [at, line] of lines.entries()) {
    const kind = heads.find(
      ({ head, next }) => head.test(line.trim()) && next?.test((lines[at + 1] ?? '').trim()) !== false,
    );
    if (kind === undefined) continue;
    const below = lines.slice(at + (kind.next === undefined ? 1 : 2)).slice(0, DIFFERENCE_LINES);
    const end = below.findIndex((one) => FRAME.test(one) || heads.some(({ head }) => head.test(one.trim())));
    const changed = (end < 0 ? below : below.slice(0, end)).map((one) => one.trim());
    const [minus, plus] = [signed(changed, '-'), signed(changed, '+')];
    if (minus === '' && plus === '') continue;
    return kind.isMinusExpected ? { expected: minus, received: plus } : { expected: plus, received: minus };
  }
  return undefined;
}

function signed(lines: readonly string[], sign: string): string {
  const own = lines.filter((line) => line.startsWith(sign) && !/^(?:---|\+\+\+) /.test(line));
  return own
    .slice(0, VALUE_LINES)
    .map((line) => line.slice(1).trim())
    .join('\n');
}

function plainComparison({ expected, received }: Comparison): AssertionDifference {
  return { expected: plainValue(expected), received: plainValue(received) };
}

/** A value without the decoration its library adds. */
function plainValue(text: string): string {
  const bare = text
    .trim()
    .replace(/ \[[^\s[\]]{1,300}:\d{1,9}\]:?$/, '')
    .replace(/^(?:is|was) (?=[<"'[{])/, '')
    .replace(/^`([^`]*)`,?$/, '$1')
    .replace(/(?<=[^,]),$/, '')
    .replace(/^<(.*)>$/s, '$1');
  return shortened(bare, VALUE_LENGTH);
}

/** The expected and received values as they were found. */
interface Comparison {
  readonly expected: string;
  readonly received: string;
}

type Groups = Partial<Record<'expected' | 'received' | 'relation', string>>;

const TYPE = String.raw`[\w.$@]{0,100}`;

/** Each pattern names its groups; a relation is prefixed to the expected value. */
const patterns: readonly RegExp[] = [
  // JUnit, Kotest: `expected:<1> but was:<2>`
  new RegExp(`expected:? ?${TYPE}<(?<expected>.*)> but was:? ?${TYPE}<(?<received>.*)>`),
  /expected (?<expected>null|not null|same), but was:? ?<(?<received>.*)>/,
  // TestNG
  /expected \[(?<expected>.*)\] but found \[(?<received>.*)\]/,
  // MSTest
  /Expected:<(?<expected>.*)>\. Actual:<(?<received>.*)>/,
  // XCTest
  /XCTAssertEqual failed: \((?<received>.+?)\) is not equal to \((?<expected>.+?)\)/,
  // PHPUnit
  /^Failed asserting that (?<received>.+?) (?:matches expected|is identical to|is equal to|equals) (?<expected>.+?)\.?$/,
  /^Failed asserting that (?<received>.+?) (?<relation>is|contains|has|matches|starts with|ends with|does not) (?<expected>.+?)\.?$/,
  // ScalaTest
  /^(?<received>.+) did not equal (?<expected>.+)$/,
  // Go: `Total() = 2, want 1`, `got 2, want 1`, `want 1, got 2`; and others that write alike
  /^.+? = (?<received>.+?)[,;] (?:want|wanted|expected):? (?<expected>.+)$/i,
  /\b(?:got|actual|received):?(?: =)? (?<received>.+?)[,;.]? \(?(?:but )?(?:want|wanted|expected|expecting):? (?<expected>.+)$/i,
  /\b(?:want|wanted|expected|expecting):? (?<expected>.+?)[,;.]? \(?(?:but (?:was|is|found|got|received|actually got)|(?:and |instead )?(?:got|received|actual(?: was)?)):? (?<received>.+)$/i,
  // unittest
  /^(?:AssertionError: )?(?<received>False|True) is not (?<expected>true|false)\b/,
  /^(?:AssertionError: )?(?<received>.+?) (?<relation>not found in) (?<expected>.+)$/,
  /^(?:AssertionError: )?(?<received>.+?) not (?<relation>greater than|less than|greater than or equal to|less than or equal to) (?<expected>.+)$/,
];
/** chai, vitest, jasmine, minitest: `expected 1 to be 2`. */
const TO_VERB =
  /\bexpected (?<received>.+?) (?<not>not )?to (?<also>not )?(?<verb>(?:loosely |strictly )?deep(?:ly)? equal|strictly equal|equal|eql|be|include|contain|match object|match|have|throw|satisfy|exist|start with|end with|resolve|reject)\b ?(?<rest>.*)$/i;
const SAME = /equal|eql|^be$/i;
const BUT_GOT = /^(.*?),? (?:but )?got (.*)$/;

/**
 * Reads a line that states the expected and received values in its library's wording; undefined if it does
 * not. Lines are short and every pattern has few possible starts, so matching is cheap for any input.
 */
function comparisonSentence(line: string): Comparison | undefined {
  const text = line.trim();
  const announced = ANNOUNCED.exec(text)?.[1];
  if (announced !== undefined) return announcedPair(announced);
  return differing(text) ?? toVerb(text) ?? byPattern(text);
}

/** Node prints an announcement and the values on separate lines, which its JUnit reporter joins. */
const ANNOUNCED = /\bExpected values to be (?:strictly |loosely )?(?:deep-)?equal:\s*(.*)$/;

function announcedPair(text: string): Comparison | undefined {
  const found = splitAtOperator(text, ['!==', '!=']);
  return found && { received: found.left, expected: found.right };
}

function byPattern(text: string): Comparison | undefined {
  for (const pattern of patterns) {
    const { expected, received, relation }: Groups = pattern.exec(text)?.groups ?? {};
    if (expected === undefined || received === undefined) continue;
    const isPlain = relation === undefined || (relation === 'is' && !expected.includes(' '));
    return {
      expected: isPlain ? expected : `${relation.replace('not found in', 'in')} ${expected}`,
      received,
    };
  }
  return undefined;
}

function toVerb(text: string): Comparison | undefined {
  const { received, not, also, verb, rest } = TO_VERB.exec(text)?.groups ?? {};
  // A part that ends in a colon only announces the values.
  if (received === undefined || verb === undefined || rest === undefined || rest.endsWith(':'))
    return undefined;
  const said = rest.replace(/ \/\/ .*$/, '').replace(/(?<=[^.])\.$/, '');
  const [, before = said, got] = BUT_GOT.exec(said) ?? [];
  const wanted = SAME.test(verb) && before !== '' ? before : `to ${verb} ${before}`.trim();
  const isNot = not !== undefined || also !== undefined;
  return { expected: isNot ? `not ${wanted}` : wanted, received: got ?? received };
}

/** `assert 1 == 2` of pytest, `AssertionError: 1 != 2` of unittest, `AssertionError [ERR_ASSERTION]: 1 == 2` of Node. */
function differing(text: string): Comparison | undefined {
  const named = /^AssertionError(?: \[\w{1,60}\])?: /.exec(text)?.[0];
  const body = text.slice(named?.length ?? 0);
  const asserted = body.startsWith('assert ') ? body.slice(7) : undefined;
  if (asserted !== undefined) return asserting(asserted);
  const differ = /^\w{1,40} differ: /.exec(body)?.[0];
  if (named === undefined && differ === undefined) return undefined;
  const rest = body.slice(differ?.length ?? 0);
  const found = splitAtOperator(rest, differ === undefined ? ['!=', '==', '==='] : ['!=']);
  if (found === undefined) return undefined;
  // The author's own message follows after a colon.
  return { received: found.left, expected: found.right.split(' : ', 1)[0] ?? '' };
}

function asserting(text: string): Comparison | undefined {
  const found = splitAtOperator(text, ['==', '!=', '<=', '>=', '<', '>', 'not in', 'in', 'is not', 'is']);
  if (found === undefined)
    return /^(?:False|None|0|''|""|\[\]|\{\}|\(\)|set\(\))$/.test(text)
      ? { expected: 'something true', received: text }
      : undefined;
  const { left, operator, right } = found;
  const isSame = operator === '==' || operator === 'is';
  return { expected: isSame ? right : `${operator} ${right}`, received: left };
}

/** Finds the first operator outside quotes and brackets. */
function splitAtOperator(
  text: string,
  operators: readonly string[],
): { readonly left: string; readonly operator: string; readonly right: string } | undefined {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (quote !== '') {
      if (unit === '\\') at++;
      else if (unit === quote) quote = '';
    } else if (unit === '"' || unit === "'") quote = unit;
    else if ('([{'.includes(unit)) depth++;
    else if (')]}'.includes(unit)) depth--;
    else if (unit === ' ' && depth <= 0) {
      const operator = operators.find((one) => text.startsWith(`${one} `, at + 1));
      if (operator !== undefined && at > 0)
        return { left: text.slice(0, at), operator, right: text.slice(at + operator.length + 2) };
    }
  }
  return undefined;
}
