/**
 * Reads the diagnosis of a failed TAP point: a YAML block with the keys its writers use, or free text after
 * the point.
 */
import { splitFailure } from '../reading/record-test.ts';

type Diagnosis = {
  readonly type?: string | undefined;
  readonly message?: string | undefined;
  readonly stack?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly durationMs?: number | undefined;
};

/** Reads the diagnosis of a point. */
export function diagnosisOf(yaml: string, text: string): Diagnosis {
  if (yaml.trim() === '') return textDiagnosis(text);
  const told = readKeys(yaml);
  const one = (...keys: string[]) =>
    keys.map((key) => told.get(key)).find((value) => value !== undefined && value !== '');
  const [type, error] = [
    one('name', 'type') === 'suite' ? undefined : one('name'),
    one('error', 'message', 'msg'),
  ];
  const compared =
    one('operator') === undefined
      ? ''
      : comparison(one('operator') ?? '', one('expected', 'wanted'), one('actual', 'found'));
  const message = (error ?? (compared || asserted(told))).trim();
  const place = placeIn(one('location', 'at') ?? '');
  const file = one('at.fileName', 'at.file', 'file') ?? place.file;
  const line = Number(one('at.lineNumber', 'at.line', 'line') ?? place.line);
  const title = type === undefined ? message : `${type}: ${message}`;
  const trace = framed(one('stack') ?? one('at') ?? '');
  const stack =
    trace.startsWith(title) || trace.includes(message.split('\n')[0] || '\0')
      ? trace
      : [title, trace, text.trim()].filter((part) => part !== '').join('\n');
  const durationMs = Number(one('duration_ms') ?? Number.NaN);
  return {
    type,
    message,
    stack,
    file,
    ...(Number.isSafeInteger(line) && { line }),
    ...(Number.isFinite(durationMs) && { durationMs }),
  };
}

function comparison(operator: string, expected = '', actual = ''): string {
  return expected === '' && actual === '' ? operator : `${operator}: expected ${expected}, got ${actual}`;
}

/** AVA names the assertion and labels its values; older versions do not say which side of a diff is which. */
function asserted(told: ReadonlyMap<string, string>): string {
  const assertion = told.get('assertion');
  if (assertion === undefined) return '';
  const values = [...told].flatMap(([key, text]) => {
    const [, label] = /^values[.](.+)$/s.exec(key) ?? [];
    return label === undefined
      ? []
      : [label === 'Difference:' ? 'Difference (- actual, + expected):' : label, text];
  });
  return [`the assertion ${assertion} failed`, ...values].join('\n');
}

/** Perl and bats print comments about what failed, and where; others print the error. */
function textDiagnosis(text: string): Diagnosis {
  const isComment = /^\s*#/.test(text);
  const plain = isComment ? text.replace(/^\s*# ?/gm, '') : dedent(text.split('\n')).join('\n');
  const perl = /^\s*at (\S+) line (\d{1,9})\.?$/m.exec(plain);
  const bats = /^\(in test file (\S+), line (\d{1,9})\)$/m.exec(plain);
  const [, file, line] = perl ?? bats ?? [];
  const place = { ...(file !== undefined && { file, line: Number(line) }) };
  if (!isComment) return { ...splitFailure(withoutEcho(plain)), ...place };
  const lines = plain
    .split('\n')
    .filter(
      (one) =>
        one.trim() !== '' &&
        !/^\s*(?:Failed test\b|'.*'$|at \S+ line \d+\.?$|Looks like you|\(in test file)/.test(one),
    );
  return { message: lines.join('\n').trim(), stack: plain.trim(), ...place };
}

/** Some print the message, then the error with the same message. */
function withoutEcho(text: string): string {
  const error = text.search(/^(?:[A-Za-z_$][\w$.]{0,200})?(?:Error|Exception)(?: \[\w+\])?: /m);
  return error > 0 && text.slice(error).includes(text.slice(0, error).trim()) ? text.slice(error) : text;
}

/** Some writers omit the `at` that begins a frame. */
function framed(stack: string): string {
  return stack
    .split('\n')
    .map((line) =>
      /^\s*at\s/.test(line) || !/(?:^|[(\s])\S+:\d+(?::\d+)?\)?$/.test(line) ? line : `    at ${line.trim()}`,
    )
    .join('\n')
    .trimEnd();
}

function placeIn(text: string): { file?: string; line?: number } {
  const [, file, line] =
    /(?:^|[(\s])((?:file:\/\/)?\/?[^\s():]+(?:\.\w+)):(\d{1,9})(?::\d+)?\)?$/.exec(text.trim()) ?? [];
  return file === undefined ? {} : { file: file.replace(/^file:\/\//, ''), line: Number(line) };
}

const KEY = /^('[^'\n]{1,64}'|"[^"\n]{1,64}"|[\w.-]{1,64}):(?:\s+(.*))?$/;

/** Reads the keys of a block and those one level below; lists and deeper levels remain text. */
function readKeys(yaml: string, isNested = false): ReadonlyMap<string, string> {
  const lines = dedent(yaml.split('\n'));
  const keys = new Map<string, string>();
  for (let index = 0; index < lines.length; index++) {
    const [, key, value = ''] = KEY.exec(lines[index] ?? '') ?? [];
    if (key === undefined) continue;
    const below: string[] = [];
    while (index + 1 < lines.length && /^\s|^$/.test(lines[index + 1] ?? ''))
      below.push(lines[++index] ?? '');
    const name = key.replace(/^['"]|['"]$/g, '');
    const body = dedent(below);
    if (/^[|>][+-]?\d?$/.test(value)) keys.set(name, body.join('\n').trimEnd());
    else if (value !== '') keys.set(name, unquoted([value, ...body].join('\n').trimEnd()));
    else if (!isNested)
      for (const [inner, text] of readKeys(body.join('\n'), true)) keys.set(`${name}.${inner}`, text);
  }
  return keys;
}

function unquoted(value: string): string {
  if (/^'[\s\S]*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  if (!/^"[\s\S]*"$/.test(value)) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value.slice(1, -1);
  }
}

/** Removes the common indentation of all lines. */
export function dedent(lines: readonly string[]): string[] {
  const blanks = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const least = blanks.reduce((left, right) => Math.min(left, right), Number.POSITIVE_INFINITY);
  return lines.map((line) => (Number.isFinite(least) ? line.slice(least) : line));
}
