/**
 * Assertions that say on one line what they wanted and got, in the words of their libraries. Lines are short and every
 * pattern has few places to begin, so reading one is cheap whatever stands in it.
 */

/** What was wanted and what was there. */
export interface Comparison {
  readonly expected: string;
  readonly received: string;
}

type Groups = Partial<Record<'expected' | 'received' | 'relation', string>>;

const TYPE = String.raw`[\w.$@]{0,100}`;

/** Each pattern names its groups; a relation goes before what was expected. */
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
  // Go: `Total() = 2, want 1`, `got 2, want 1`, `want 1, got 2`; and everybody who writes alike
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

/** Reads a line as a comparison; nothing where it is none. */
export function comparisonSentence(line: string): Comparison | undefined {
  const text = line.trim();
  return differing(text) ?? toVerb(text) ?? byPattern(text);
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
  // What ends in a colon only announces the values.
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
  // A message of the author's follows behind a colon of its own.
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

/** Finds the first operator that stands outside quotes and brackets. */
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
