/**
 * Finds where a compiler or loader stopped: the first error it reports with a place. Each line is matched
 * from its start, so the work is linear in the text.
 */
import { plainPath, stackLimits } from './stack-trace.ts';

/** The place of a compile error, and the compiler's message. */
export interface CompilerPlace {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly message: string;
}

const PATH = String.raw`(?:file://)?(?:[A-Za-z]:)?[^\s:()"'<>|*?]{1,500}\.[A-Za-z]\w{0,9}`;
const MESSAGE_LENGTH = 500;
/** How many lines below its place an error may be named. */
const NEAR = 8;

/** Formats with everything on one line. */
const lineForms: readonly RegExp[] = [
  // tsc, MSBuild: `src/x.ts(12,3): error TS2304: …`
  form(
    String.raw`\((?<line>\d{1,9})(?:,(?<column>\d{1,9}))?[\d,]{0,20}\) ?: (?:fatal )?error (?<message>.*)`,
  ),
  // tsc, pretty: `src/x.ts:12:3 - error TS2304: …`
  form(String.raw`:(?<line>\d{1,9}):(?<column>\d{1,9}) - error (?<message>.*)`),
  // gcc, clang, swiftc, javac, esbuild: `x.c:12:3: error: …`
  form(String.raw`:(?<line>\d{1,9})(?::(?<column>\d{1,9}))?: (?:fatal )?(?:error|ERROR): (?<message>.*)`),
  // Maven: `[ERROR] X.java:[12,3] …`
  form(
    String.raw`:\[(?<line>\d{1,9}),(?<column>\d{1,9})\] (?:error: )?(?<message>.*)`,
    String.raw`(?:\[ERROR\] )?`,
  ),
  // kotlinc: `e: X.kt:12:3 …`, before 1.9 `e: X.kt: (12, 3): …`
  form(String.raw`:(?<line>\d{1,9}):(?<column>\d{1,9}):? (?<message>.*)`, 'e: '),
  form(String.raw`: \((?<line>\d{1,9}), (?<column>\d{1,9})\): (?<message>.*)`, 'e: '),
  // scalac
  form(String.raw`:(?<line>\d{1,9}):(?:(?<column>\d{1,9}):)? (?<message>.*)`, String.raw`\[error\] `),
  // Ruby: `x.rb:12: syntax error, …`
  form(String.raw`:(?<line>\d{1,9}): (?<message>syntax error.*)`),
  // Babel: `SyntaxError: /x.js: Unexpected token (12:3)`
  form(String.raw`: (?<message>.*) \((?<line>\d{1,9}):(?<column>\d{1,9})\)`, 'SyntaxError: '),
  // Go: the wording distinguishes an error from what a program logs.
  form(
    String.raw`:(?<line>\d{1,9}):(?<column>\d{1,9}): (?<message>(?:undefined|undeclared name|syntax error|cannot use|cannot assign|cannot call|cannot convert|invalid operation|missing return|not enough|too many|assignment mismatch|could not import|no required module|no new variables|unknown field|undefined method|multiple-value|impossible type|method redeclared|\S{1,200} (?:declared (?:and|but) not used|imported and not used|redeclared|undefined|is not a type)|"[^"]{1,200}" imported and not used|expected ).*)`,
    '(?:vet: )?',
  ),
  // PHP: `Parse error: … in x.php on line 12`
  new RegExp(
    String.raw`^(?:PHP )?(?:Parse|Fatal|Compile) error: {1,4}(?<message>syntax error.*) in (?<file>${PATH}) on line (?<line>\d{1,9})$`,
  ),
];
const RUST_ERROR = /^error(?:\[E\d{1,6}\])?: (.*)$/;
const RUST_PLACE = new RegExp(String.raw`^--> (${PATH}):(\d{1,9}):(\d{1,9})$`);
const PYTHON_PLACE = /^(?:E {1,20})?File "([^"]{1,1000})", line (\d{1,9})$/;
const NODE_PLACE = new RegExp(String.raw`^(${PATH}):(\d{1,9})$`);
const SYNTAX_ERROR = /^(?:E {1,20})?((?:Syntax|Indentation|Tab)Error: .*)$/;

/** Returns the place of the first compile error in a text, or null. */
export function compilerPlace(text: string): CompilerPlace | null {
  const lines = text
    .split('\n', stackLimits.lines)
    .map((line) => line.slice(0, stackLimits.lineLength).trim());
  for (const [at, line] of lines.entries()) {
    const found = placeOnLine(line) ?? placeNear(lines, at);
    if (found !== undefined) return found;
  }
  return null;
}

function form(behind: string, before = ''): RegExp {
  return new RegExp(`^${before}(?<file>${PATH})${behind}$`);
}

function placeOnLine(line: string): CompilerPlace | undefined {
  for (const pattern of lineForms) {
    const { file, line: row, column, message } = pattern.exec(line)?.groups ?? {};
    if (file !== undefined && row !== undefined) return place(file, [row, column], message ?? '');
  }
  return undefined;
}

/** Rust names the error before its place, Python and Node after it. */
function placeNear(lines: readonly string[], at: number): CompilerPlace | undefined {
  const line = lines[at] ?? '';
  const below = lines.slice(at + 1, at + 1 + NEAR);
  const rust = RUST_ERROR.exec(line)?.[1];
  if (rust !== undefined) {
    const found = below.map((next) => RUST_PLACE.exec(next)).find((match) => match !== null);
    return found?.[1] === undefined ? undefined : place(found[1], [found[2], found[3]], rust);
  }
  const loaded = PYTHON_PLACE.exec(line) ?? NODE_PLACE.exec(line);
  if (loaded?.[1] === undefined) return undefined;
  const error = below.map((next) => SYNTAX_ERROR.exec(next)?.[1]).find((said) => said !== undefined);
  return error === undefined ? undefined : place(loaded[1], [loaded[2]], error);
}

function place(
  file: string,
  [line, column]: readonly (string | undefined)[],
  message: string,
): CompilerPlace | undefined {
  const row = Number(line);
  if (!Number.isSafeInteger(row) || row < 1) return undefined;
  return {
    file: plainPath(file),
    line: row,
    ...(column !== undefined && { column: Number(column) }),
    message: message.trim().slice(0, MESSAGE_LENGTH).toWellFormed(),
  };
}
