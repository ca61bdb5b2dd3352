/** Statements that got lost, moved, or give back the wrong thing. */
import { linesOf, type SourceFile, type SourceLine } from '../source-file.ts';
import { codeMatches, type Operator, replaced, type Site } from './operator.ts';

const LEAVES = /^\s*(?:return\b|throw\b|raise\b|continue\b|break\b|panic\()/;

/** A guard that is gone: an `if` whose whole body leaves. */
export const removedGuard: Operator = {
  name: 'removed-guard',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    const lines = linesOf(source);
    for (const [index, line] of lines.entries()) {
      if (!/^\s*if\b/.test(line.masked)) continue;
      if (
        /^\s*if \(.*\) (?:return|throw|continue)\b.*;?$/.test(line.masked) &&
        !line.masked.trimEnd().endsWith('{')
      ) {
        if (isBalanced(line.masked)) yield replaced(line.start, line.next, '');
        continue;
      }
      const last = guardEnd(source, lines, index);
      if (last !== undefined) yield replaced(line.start, last.next, '');
    }
  },
};

function guardEnd(source: SourceFile, lines: readonly SourceLine[], index: number): SourceLine | undefined {
  const head = lines[index];
  if (head === undefined) return undefined;
  const isPython = source.language === 'python';
  if (!head.masked.trimEnd().endsWith(isPython ? ':' : '{')) return undefined;
  let at = index + 1;
  while (at < lines.length && isInside(lines[at], head)) at++;
  const body = lines.slice(index + 1, at);
  const lastOfBody = body.findLast((line) => line.masked.trim() !== '');
  if (body.length > 4 || lastOfBody === undefined || !body.some((line) => LEAVES.test(line.masked)))
    return undefined;
  const after = lines[at];
  if (isPython) return /^\s*(?:elif|else)\b/.test(after?.masked ?? '') ? undefined : lastOfBody;
  return after?.masked.trim() === '}' && after.indent === head.indent ? after : undefined;
}

function isInside(line: SourceLine | undefined, head: SourceLine): boolean {
  return line !== undefined && (line.text.trim() === '' || line.indent > head.indent);
}

function isBalanced(masked: string): boolean {
  let depth = 0;
  for (const character of masked) {
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character) && --depth < 0) return false;
  }
  return depth === 0;
}

const SIMPLE =
  /^\s*(?!return|if|else|for|while|case|break|import|from|export|def|class|function|@|var \w+;|\/|\*)[\w$.[\]'", ]+(?: [-+*|&]?:?= |\().*$/;

/** Two neighbours in the wrong order: a statement moved above the one it depends on, or below its use. */
export const movedStatement: Operator = {
  name: 'moved-statement',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    const lines = linesOf(source);
    for (const [index, line] of lines.entries()) {
      const next = lines[index + 1];
      if (next === undefined || line.indent === 0 || line.indent !== next.indent) continue;
      if (!isSimple(source, line) || !isSimple(source, next)) continue;
      const assigned = /([\w$]+)(?:\[[^\]]*\])? [-+*|&]?:?= /.exec(line.masked)?.[1];
      // Without a name in common the order hardly ever matters.
      if (assigned === undefined || !new RegExp(`\\b${assigned.replace('$', '\\$')}\\b`).test(next.masked))
        continue;
      yield replaced(line.start, next.next, `${next.text}\n${line.text}\n`);
    }
  },
};

function isSimple({ language }: SourceFile, { masked }: SourceLine): boolean {
  const ends = masked.trimEnd();
  if (language === 'java' && !ends.endsWith(';')) return false;
  return (
    SIMPLE.test(masked) && isBalanced(masked) && !/[,{(\\.+&|?:]$/.test(ends) && !/^\s*[\w$'"]+:/.test(masked)
  );
}

/** A `case`, an `else if` or an entry of a table that is gone. */
export const deletedBranch: Operator = {
  name: 'deleted-branch',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    const lines = linesOf(source);
    for (const [index, line] of lines.entries()) {
      if (/^\s*(?:case\b.*:|default:)/.test(line.masked)) yield* caseSite(lines, index);
      else if (/^\s*elif\b.*:$/.test(line.masked)) yield* branchSite(lines, index);
      else if (/^\s*\} else if\b.*\{$/.test(line.masked)) yield* elseIfSite(lines, index);
      else if (/^\s+(?:['"§\w$-]+|\[[^\]]+\]):\s*[^\s{([].*,$/.test(line.masked) && isBalanced(line.masked)) {
        // A bare name before a colon is a parameter in Python.
        if (source.language === 'python' && !/^\s+['"]/.test(line.masked)) continue;
        yield replaced(line.start, line.next, '');
      }
    }
  },
};

function* caseSite(lines: readonly SourceLine[], index: number): Generator<Site> {
  const head = lines[index];
  let at = index + 1;
  while (head && isInside(lines[at], head)) at++;
  const after = lines[at];
  if (head && after && /^\s*(?:case\b|default:|\})/.test(after.masked))
    yield replaced(head.start, after.start, '');
}

function* branchSite(lines: readonly SourceLine[], index: number): Generator<Site> {
  const head = lines[index];
  let at = index + 1;
  while (head && isInside(lines[at], head)) at++;
  const after = lines[at];
  if (head && after) yield replaced(head.start, after.start, '');
}

function* elseIfSite(lines: readonly SourceLine[], index: number): Generator<Site> {
  const head = lines[index];
  let at = index + 1;
  while (head && isInside(lines[at], head)) at++;
  const after = lines[at];
  // The brace that closes the branch before it stands on the head; the one after the branch takes its place.
  if (head && after?.masked.trimStart().startsWith('}') && after.indent === head.indent) {
    yield replaced(head.start, after.start, '');
  }
}

/** A function that gives back the wrong thing, nothing, or a promise nobody waits for. */
export const wrongReturn: Operator = {
  name: 'wrong-return',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    const isTyped = source.language === 'java' || source.language === 'go';
    for (const { start, end } of codeMatches(source, /\b(await )/)) yield replaced(start, end, '');
    for (const { start, end, text } of codeMatches(source, /\breturn (true|false|True|False)(?=;?\s*$)/m)) {
      yield replaced(start, end, /^t/i.test(text) ? match(text, 'false') : match(text, 'true'));
    }
    for (const { start, match: found } of codeMatches(source, /\? ([^?:;\n]+) : ([^?:;\n]+?)(?=;?$)/m)) {
      const [whole, left = '', right = ''] = found;
      const leftText = source.text.slice(start, start + left.length);
      const rightStart = start + left.length + 3;
      const rightText = source.text.slice(rightStart, rightStart + right.length);
      if (whole.length > 8 && isBalanced(left) && isBalanced(right)) {
        yield replaced(start, rightStart + right.length, `${rightText} : ${leftText}`);
      }
    }
    if (isTyped) return;
    for (const { start, end } of codeMatches(source, /^\s*(return )(?=[\w$.]+\(.*\);?$|this;?$|self$)/m)) {
      yield replaced(start, end, '');
    }
    for (const { start, end, text } of codeMatches(source, /\breturn ([\w$]+\.[\w$.]+);?$/m)) {
      yield replaced(start, end, text.slice(0, text.indexOf('.')));
    }
  },
};

/** Keeps the capital letter of Python's constants. */
function match(text: string, other: string): string {
  return /^[A-Z]/.test(text) ? other.charAt(0).toUpperCase() + other.slice(1) : other;
}

/** A value that is now computed once and kept, although it differs from call to call. */
export const staleCache: Operator = {
  name: 'stale-cache',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    if (source.language === 'java' || source.language === 'go') return;
    const lines = linesOf(source);
    for (const [index, line] of lines.entries()) {
      const site = source.language === 'python' ? pythonCache(lines, index) : scriptCache(lines, index);
      if (line.indent > 0 && site !== undefined) yield site;
    }
  },
};

function scriptCache(lines: readonly SourceLine[], index: number): Site | undefined {
  const line = lines[index];
  const found = /^(\s+(?:const|let|var) ([\w$]+) = )([^;=]*[(.[][^;]*?)(;?)$/.exec(line?.masked ?? '');
  if (
    line === undefined ||
    found === null ||
    !isBalanced(line.masked) ||
    /=>|\byield\b|\bawait\b|function/.test(line.masked)
  ) {
    return undefined;
  }
  const [, head = '', name = '', , semicolon = ''] = found;
  const above = lines.slice(0, index).findLast((each) => each.indent === 0 && /^[\w(]/.test(each.masked));
  if (
    above === undefined ||
    !/^(?:export |async |const |function|class |module|exports|var |let |\w+\.)/.test(above.masked)
  )
    return undefined;
  const kept = `last${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const value = line.text.slice(head.length, line.text.length - semicolon.length);
  return {
    change: 'replace',
    replacements: [
      {
        start: line.start + head.length,
        end: line.start + line.text.length,
        text: `${kept} === undefined ? (${kept} = ${value}) : ${kept}${semicolon}`,
      },
      { start: above.start, end: above.start, text: `let ${kept}${semicolon}\n\n` },
    ],
  };
}

function pythonCache(lines: readonly SourceLine[], index: number): Site | undefined {
  const line = lines[index];
  const found = /^(\s+([a-z_]+) = )([^=]*[(.[].*)$/.exec(line?.masked ?? '');
  if (line === undefined || found === null || !isBalanced(line.masked)) return undefined;
  const above = lines.slice(0, index).findLast((each) => each.indent === 0 && /^\w/.test(each.masked));
  const before = above && lines[lines.indexOf(above) - 1];
  if (above === undefined || !/^(?:def|class) /.test(above.masked) || before?.text.trim() !== '')
    return undefined;
  const [, head = '', name = ''] = found;
  const kept = `_${name}_cache`;
  return {
    change: 'replace',
    replacements: [
      {
        start: line.start + head.length,
        end: line.start + line.text.length,
        text: `${kept}.setdefault("${name}", ${line.text.slice(head.length)})`,
      },
      { start: above.start, end: above.start, text: `${kept} = {}\n\n\n` },
    ],
  };
}
