/** Names the function or method that a line of a source lies in, by the outline the product itself reads. */
import { openSyntaxParser } from '../../src/adapters/parsers/index.ts';
import { readSymbols } from '../../src/context/index.ts';
import { languageOf } from './source-file.ts';

const HOLDERS = new Set(['class', 'interface', 'enum', 'record', 'struct', 'trait', 'impl']);
const CALLABLE = new Set(['function', 'method', 'constructor']);

/**
 * Returns `Class.method`, `function`, or the constant or field that the line belongs to; none outside of all symbols.
 * A function inside a function of JavaScript is a second name, for an outline ends at the outer one.
 */
export async function enclosingSymbols(path: string, text: string, line: number): Promise<readonly string[]> {
  parser ??= openSyntaxParser();
  const symbols = (await readSymbols(parser, { path, bytes: Buffer.from(text) })) ?? [];
  const around = symbols.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const innermost = around.findLast(({ kind }) => CALLABLE.has(kind)) ?? around.at(-1);
  if (innermost === undefined) {
    const inCall = nestedFunction(path, text, { first: 0, line });
    return inCall === undefined ? [] : [inCall];
  }
  const holder = around.findLast(({ kind, depth }) => HOLDERS.has(kind) && depth < innermost.depth);
  const name = holder === undefined ? innermost.name : `${holder.name}.${innermost.name}`;
  const nested = nestedFunction(path, text, { first: innermost.startLine, line });
  return nested === undefined || name.endsWith(nested) ? [name] : [name, nested];
}

let parser: ReturnType<typeof openSyntaxParser> | undefined;

const FUNCTION_HEAD =
  /^\s*(?:.*\bfunction\*? ([\w$]+)\s*\(|(?:const |let |var )?([\w$.]+) = (?:async )?(?:function\b|\([^()]*\) => \{|[\w$]+ => \{))/;

/** The named function that the line lies in by indentation, below the line where the outline's symbol starts. */
function nestedFunction(
  path: string,
  text: string,
  { first, line }: { readonly first: number; readonly line: number },
): string | undefined {
  const language = languageOf(path);
  if (language !== 'javascript' && language !== 'typescript') return undefined;
  const lines = text.split('\n');
  let indent = indentOf(lines[line - 1] ?? '');
  const own = FUNCTION_HEAD.exec(lines[line - 1] ?? '');
  if (own !== null && line > first) return own[1] ?? own[2];
  for (let at = line - 2; at >= first; at--) {
    const above = lines[at] ?? '';
    if (above.trim() === '' || indentOf(above) >= indent) continue;
    indent = indentOf(above);
    const head = FUNCTION_HEAD.exec(above);
    if (head !== null) return head[1] ?? head[2];
  }
  return undefined;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
