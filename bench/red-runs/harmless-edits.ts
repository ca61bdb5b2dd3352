/**
 * Edits that change nothing for the tests: they surround a fault, so that being touched is no sign of guilt. That they are
 * harmless is not believed but run: `make-runs.ts` keeps only those that stay green.
 */
import type { FileEdit } from './git-store.ts';
import type { SeededRandom } from './seeded-random.ts';
import { languageOf, linesOf, readSource, type SourceFile, type SourceLine } from './source-file.ts';

/** A harmless edit and what was done. */
export interface HarmlessEdit extends FileEdit {
  readonly name: string;
}

type Change = {
  readonly name: string;
  apply(source: SourceFile, random: SeededRandom): string | undefined;
};

const REMARKS = [
  'Callers rely on the order here.',
  'Kept separate for readability.',
  'See the documentation for the accepted values.',
  'Covered by the unit tests.',
  'The common case comes first.',
  'Both spellings are accepted.',
];

const isBraced = ({ language }: SourceFile) => language !== 'python';
const mark = ({ language }: SourceFile) => (language === 'python' ? '#' : '//');

/** The name of a file as a part of a Go name, for the files of a package share their names. */
function stemOf(path: string): string {
  const words = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.')).split(/[^A-Za-z0-9]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** A line that a statement starts on: the one before it ended one. */
function isStatementStart(source: SourceFile, lines: readonly SourceLine[], index: number): boolean {
  const line = lines[index];
  const before = lines[index - 1];
  if (line === undefined || before === undefined || line.text.trim() === '') return false;
  if (before.text.trim() === '' || before.masked.trim() === '') return false;
  const ending = before.masked.trimEnd();
  if (isBraced(source)) {
    const starts =
      /^\s+(?:const|let|var|return|if|for|this\.\w+ =|final|int|String|boolean|\w+ :=|\w+ =) ?/.test(
        line.masked,
      );
    return (
      starts && /[;{}]$/.test(ending) && line.indent > 0 && !/=> \{$|\(\{$|: \{$|= \{$|\[\{$/.test(ending)
    );
  }
  return (
    /^\s+(?:return|if|for|\w+ =) /.test(line.masked) &&
    /[\w)\]"']$|:$/.test(ending) &&
    before.indent >= line.indent - 4 &&
    before.indent <= line.indent &&
    line.indent > 0 &&
    isClosed(lines, index)
  );
}

/** No bracket is open above a line of Python. */
function isClosed(lines: readonly SourceLine[], index: number): boolean {
  let depth = 0;
  for (const { masked } of lines.slice(0, index)) {
    for (const character of masked)
      depth += '([{'.includes(character) ? 1 : ')]}'.includes(character) ? -1 : 0;
  }
  return depth === 0;
}

function pickLine(
  lines: readonly SourceLine[],
  random: SeededRandom,
  fits: (index: number) => boolean,
): SourceLine | undefined {
  const found = [...lines.keys()].filter(fits);
  return found.length === 0 ? undefined : lines[random.pick(found)];
}

const changes: readonly Change[] = [
  {
    name: 'comment',
    apply(source, random) {
      const lines = linesOf(source);
      const line = pickLine(lines, random, (index) => isStatementStart(source, lines, index));
      if (line === undefined) return undefined;
      const remark = `${line.text.slice(0, line.indent)}${mark(source)} ${random.pick(REMARKS)}\n`;
      return source.text.slice(0, line.start) + remark + source.text.slice(line.start);
    },
  },
  {
    name: 'blank-line',
    apply(source, random) {
      const lines = linesOf(source);
      const line = pickLine(lines, random, (index) => isStatementStart(source, lines, index));
      return line && `${source.text.slice(0, line.start)}\n${source.text.slice(line.start)}`;
    },
  },
  {
    name: 'unused-helper',
    apply(source, random) {
      const name = random.pick(['toList', 'isBlank', 'lastOf', 'clampTo']);
      const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      if (source.text.includes(name) || source.text.includes(`_${snake}`)) return undefined;
      const text = source.text.trimEnd();
      switch (source.language) {
        case 'python':
          return `${text}\n\n\ndef _${snake}(value):\n    return None if value is None else [value]\n`;
        case 'go':
          return `${text}\n\nfunc ${name}${stemOf(source.path)}(value int) int {\n\tif value < 0 {\n\t\treturn 0\n\t}\n\treturn value\n}\n`;
        case 'java': {
          const end = text.lastIndexOf('}');
          return `${text.slice(0, end)}\n    private static int ${name}Value(final int value) {\n        return value < 0 ? 0 : value;\n    }\n}\n`;
        }
        case 'typescript':
          return `${text}\n\nfunction ${name}Value(value: unknown): unknown[] {\n  return value === undefined ? [] : [value];\n}\n`;
        default: {
          const end = /;\s*$/m.test(source.masked) ? ';' : '';
          return `${text}\n\nfunction ${name}Value(value) {\n  return value === undefined ? [] : [value]${end}\n}\n`;
        }
      }
    },
  },
  {
    name: 'extracted-constant',
    apply(source, random) {
      const lines = linesOf(source);
      const fits = (index: number) =>
        isStatementStart(source, lines, index) &&
        /(?<![\w.$'"\]-])\d{2,5}(?![\w.\]'":])/.test(lines[index]?.masked ?? '');
      const line = pickLine(lines, random, fits);
      const number = /(?<![\w.$'"\]-])\d{2,5}(?![\w.\]'":])/.exec(line?.masked ?? '');
      if (line === undefined || number === null || /\blimitValue\b/.test(source.text)) return undefined;
      const indent = line.text.slice(0, line.indent);
      const declared: Record<SourceFile['language'], string> = {
        javascript: 'const limitValue = ',
        typescript: 'const limitValue = ',
        go: 'const limitValue = ',
        java: 'final int limitValue = ',
        python: 'limit_value = ',
      };
      const head = declared[source.language];
      const end =
        source.language === 'python' || source.language === 'go' || !/;\s*$/.test(line.text) ? '' : ';';
      const name = source.language === 'python' ? 'limit_value' : 'limitValue';
      const changed =
        line.text.slice(0, number.index) + name + line.text.slice(number.index + number[0].length);
      const tail = source.text.slice(line.start + line.text.length);
      return `${source.text.slice(0, line.start)}${indent}${head}${number[0]}${end}\n${changed}${tail}`;
    },
  },
  {
    name: 'renamed-local',
    apply(source, random) {
      const declared =
        /^\s+(?:const|let|var|final \w+|int|String)\s+([a-z]\w{2,}) = |^\s+([a-z]\w{2,}) := /gm;
      const names = [...source.masked.matchAll(declared)].map((match) => match[1] ?? match[2] ?? '');
      const fits = (name: string) => {
        const uses = source.masked.match(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g')) ?? [];
        const others =
          source.masked.match(new RegExp(`\\.${name}\\b|\\b${name}:|[{,]\\s*${name}\\s*[,}]|\\(${name}:`)) ??
          [];
        const inText = source.literals.some(({ start, end }) => source.text.slice(start, end).includes(name));
        return (
          uses.length >= 2 &&
          uses.length <= 5 &&
          others.length === 0 &&
          !inText &&
          !source.text.includes(`${name}Value`)
        );
      };
      const found = names.filter((name) => names.indexOf(name) === names.lastIndexOf(name) && fits(name));
      if (found.length === 0) return undefined;
      const name = random.pick(found);
      const places = [...source.masked.matchAll(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g'))].reverse();
      return places.reduce(
        (text, { index }) => `${text.slice(0, index)}${name}Value${text.slice(index + name.length)}`,
        source.text,
      );
    },
  },
  {
    name: 'named-result',
    apply(source, random) {
      if (source.language === 'java' || source.language === 'go') return undefined;
      const lines = linesOf(source);
      const value = /^(\s+)return ([^;{}]*[\w)\]'"`])(;?)$/;
      const fits = (index: number) => {
        const found = value.exec(lines[index]?.masked ?? '');
        const brackets = found?.[2] ?? '(';
        return isStatementStart(source, lines, index) && /[(.[+*-]/.test(brackets) && isBalanced(brackets);
      };
      const line = pickLine(lines, random, fits);
      const found = value.exec(line?.masked ?? '');
      if (line === undefined || found === null || /\b(?:outcome|lambda|yield)\b/.test(source.text))
        return undefined;
      const [, indent = '', , end = ''] = found;
      const returned = line.text.slice(indent.length + 'return '.length, line.text.length - end.length);
      const head = source.language === 'python' ? 'outcome = ' : 'const outcome = ';
      const changed = `${indent}${head}${returned}${end}\n${indent}return outcome${end}`;
      return source.text.slice(0, line.start) + changed + source.text.slice(line.start + line.text.length);
    },
  },
  {
    name: 'turned-comparison',
    apply(source, random) {
      const operand = String.raw`[\w$.]+|'§*'|"§*"`;
      const comparison = new RegExp(
        String.raw`(?<=[(] ?|return |&& |and |if )(${operand}) (===|==) (${operand})(?=[);:]| \{| &&| and |$)`,
        'gm',
      );
      const found = [...source.masked.matchAll(comparison)];
      if (found.length === 0) return undefined;
      const { index, 0: whole, 1: left = '', 2: sign = '' } = random.pick(found);
      const text = source.text.slice(index, index + whole.length);
      const right = text.slice(left.length + sign.length + 2);
      return `${source.text.slice(0, index)}${right} ${sign} ${text.slice(0, left.length)}${source.text.slice(index + whole.length)}`;
    },
  },
  {
    name: 'moved-function',
    apply(source, random) {
      if (source.language === 'java') return undefined;
      const pattern =
        source.language === 'python'
          ? /^def \w+\([^\n]*:\n(?:(?:[ \t][^\n]*)?\n)+/gm
          : /^(?:async )?(?:function|func) [\w$]+\s*\([^\n]*\{\n(?:(?:[^}\n][^\n]*)?\n)*?\}\n/gm;
      const found = [...source.masked.matchAll(pattern)].filter(({ index }) =>
        /\n\s*\n$/.test(source.text.slice(0, index)),
      );
      const pairs = found.flatMap((first, at) => {
        const second = found[at + 1];
        const between = second && source.text.slice(first.index + first[0].length, second.index);
        return second && between !== undefined && between.trim() === '' ? [{ first, second, between }] : [];
      });
      if (pairs.length === 0) return undefined;
      const { first, second, between } = random.pick(pairs);
      const text = ({ index, 0: whole }: RegExpMatchArray) =>
        source.text.slice(index, (index ?? 0) + whole.length);
      const head = source.text.slice(0, first.index);
      return `${head}${text(second)}${between}${text(first)}${source.text.slice((second.index ?? 0) + second[0].length)}`;
    },
  },
];

function isBalanced(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(/[([{]/g) === count(/[)\]}]/g);
}

/** Changes of code come first twice as often as comments and blank lines, for those are easy to see through. */
function inTurn(random: SeededRandom): readonly Change[] {
  const isCode = ({ name }: Change) => !['comment', 'blank-line', 'unused-helper'].includes(name);
  const shuffled = random.shuffled(changes);
  if (random.below(3) === 0) return shuffled;
  return [...shuffled.filter(isCode), ...shuffled.filter((change) => !isCode(change))];
}

/** Makes a harmless edit of a file, or nothing where none fits. */
export function harmlessEdit(
  {
    path,
    text,
    isExecutable,
  }: { readonly path: string; readonly text: string; readonly isExecutable: boolean },
  random: SeededRandom,
): HarmlessEdit | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/\.(?:md|txt|rst)$/i.test(name)) {
    const edit = documentEdit(text, random);
    return edit === undefined ? undefined : { path, content: edit, isExecutable, name: 'document' };
  }
  if (languageOf(path) === undefined) return undefined;
  const source = readSource(path, text);
  for (const { name: kind, apply } of inTurn(random)) {
    const content = apply(source, random);
    if (content !== undefined && content !== text) {
      return { path, content, isExecutable, name: kind };
    }
  }
  return undefined;
}

function documentEdit(text: string, random: SeededRandom): string | undefined {
  const lines = text.split('\n');
  const found = [...lines.keys()].filter((index) => /^[A-Z][^|<>`[\]]{30,}\.$/.test(lines[index] ?? ''));
  if (found.length === 0) return undefined;
  const index = random.pick(found);
  const added = random.pick([
    'See the examples below.',
    'This also holds for older versions.',
    'The default is fine for most projects.',
  ]);
  return lines.with(index, `${lines[index]} ${added}`).join('\n');
}

/** Files that lie about in a work tree; nobody reads them. */
export const untrackedFiles: readonly FileEdit[] = [
  { path: 'notes.txt', content: '- go through open pull requests\n- update the screenshots\n' },
  { path: 'notes/release.txt', content: 'Release notes are collected here until the next version.\n' },
  { path: 'scratch.md', content: '# Ideas\n\nNothing decided yet.\n' },
];
