/** Calls with their arguments in the wrong order, and copies that are no longer made. */
import { codeMatches, type Operator, replaced } from './operator.ts';

const ARGUMENT = String.raw`(?:[\w$.]+(?:\[[\w$]+\])?|['"]§*['"])`;

/** Two neighbouring arguments of a call in the wrong order. */
export const swappedArguments: Operator = {
  name: 'swapped-arguments',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    const pattern = new RegExp(
      String.raw`(?<!(?:function|func|def|catch|new|class)\b[^(\n]*)(?<=[\w$\]]\((?:${ARGUMENT}, )?)(${ARGUMENT}, ${ARGUMENT})(?=(?:, [^()\n]*)?\)(?!\s*(?:\{|=>|:|throws|->)))`,
    );
    for (const { start, end, text } of codeMatches(source, pattern)) {
      const lineStart = source.text.lastIndexOf('\n', start) + 1;
      if (
        /^\s*(?:public|private|protected|static|func|def|class|import)\b/.test(
          source.text.slice(lineStart, start),
        )
      )
        continue;
      const comma = source.masked.slice(start, end).indexOf(', ');
      const [left, right] = [text.slice(0, comma), text.slice(comma + 2)];
      if (left !== right && left.length > 0) yield replaced(start, end, `${right}, ${left}`);
    }
  },
};

const COPIES: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/(Object\.assign\(\{\}, )/, () => 'Object.assign('],
  [/(\.slice\(\))/, () => ''],
  [/(\.copy\(\))/, () => ''],
  [/(\.clone\(\))/, () => ''],
  [/\[(\.\.\.[\w$.]+, [\w$.]+)\]/, (text) => text.split(', ').reverse().join(', ')],
  [/\{ (\.\.\.[\w$.]+, \.\.\.[\w$.]+) \}/, (text) => text.split(', ').reverse().join(', ')],
  [/\b(list\(\w+\))/, (text) => text.slice(5, -1)],
  [/\b(dict\(\w+\))/, (text) => text.slice(5, -1)],
  [/\b(merge\([\w$]+, [\w$]+\))/, (text) => text.slice(6, -1).split(', ')[1] ?? text],
  [/(new ArrayList<>\(\w+\))/, (text) => text.slice(16, -1)],
];

/** A copy that is no longer made, or parts merged in the wrong order. */
export const lostCopy: Operator = {
  name: 'lost-copy',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    for (const [pattern, change] of COPIES) {
      for (const { start, end, text } of codeMatches(source, pattern))
        yield replaced(start, end, change(text));
    }
  },
};
