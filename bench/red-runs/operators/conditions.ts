/** Conditions that say the opposite, or too little. */
import { closingBracket, linesOf, type SourceFile } from '../source-file.ts';
import { codeMatches, type Operator, replaced } from './operator.ts';

type Condition = { readonly start: number; readonly end: number };

/** The conditions of `if`, one line each, without what starts with a statement of its own. */
function* conditions(source: SourceFile): Generator<Condition> {
  if (source.language === 'python' || source.language === 'go') {
    const pattern = source.language === 'go' ? /\bif ([^;{\n]+) \{$/m : /^\s*(?:el)?if ([^\n]+):\s*$/m;
    for (const { start, end } of codeMatches(source, pattern)) yield { start, end };
    return;
  }
  for (const match of source.masked.matchAll(/\bif \(/g)) {
    const open = match.index + match[0].length - 1;
    const close = closingBracket(source.masked, open);
    const range = { start: open + 1, end: close };
    if (close > 0 && !source.masked.slice(range.start, range.end).includes('\n')) yield range;
  }
}

/** A condition that is turned round. */
export const invertedCondition: Operator = {
  name: 'inverted-condition',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    for (const { start, end } of conditions(source)) {
      const text = source.text.slice(start, end);
      yield replaced(start, end, inverted(text, source.language === 'python'));
    }
    for (const { start, end, text } of codeMatches(
      source,
      /(?<=(?:return|=) [^\n;]* )(===|!==|==|!=)(?= )/,
    )) {
      yield replaced(start, end, text.startsWith('!') ? `=${text.slice(1)}` : `!${text.slice(1)}`);
    }
  },
};

function inverted(condition: string, isPython: boolean): string {
  const compared = /^([^&|?]*) (===|!==|==|!=) ([^&|?]*)$/.exec(condition);
  if (compared !== null && !/ (?:and|or|if|[=!]=+) /.test(`${compared[1]} ${compared[3]}`)) {
    const [, left, sign = '', right] = compared;
    return `${left} ${sign.startsWith('!') ? '=' : '!'}${sign.slice(1)} ${right}`;
  }
  if (isPython && /^[\w.]+ (?:is|in) [\w.]+$/.test(condition))
    return condition.replace(' is ', ' is not ').replace(' in ', ' not in ');
  if (isPython && /^[\w.]+ (?:is not|not in) [\w.]+$/.test(condition)) return condition.replace('not ', '');
  if (isPython) return condition.startsWith('not ') ? condition.slice(4) : `not (${condition})`;
  if (/^!\w[\w.]*$/.test(condition)) return condition.slice(1);
  return /^\w[\w.]*$/.test(condition) ? `!${condition}` : `!(${condition})`;
}

/** A condition that lost one of its parts, or joins them the wrong way. */
export const weakenedCondition: Operator = {
  name: 'weakened-condition',
  kind: 'product_bug',
  targets: ['production'],
  *sites(source) {
    const [and, or] = source.language === 'python' ? [' and ', ' or '] : [' && ', ' || '];
    for (const { start, end } of conditions(source)) {
      const parts = topLevelParts(source, { start, end }, [and, or]);
      for (const part of parts.length > 1 ? parts : []) {
        const isFirst = part.start === start;
        yield isFirst
          ? replaced(part.start, part.end + part.gapAfter, '')
          : replaced(part.start - part.gapBefore, part.end, '');
      }
    }
    for (const line of linesOf(source)) {
      for (const word of [and, or]) {
        const at = line.masked.indexOf(word);
        if (at > 0) yield replaced(line.start + at, line.start + at + word.length, word === and ? or : and);
      }
    }
  },
};

type Part = {
  readonly start: number;
  readonly end: number;
  readonly gapBefore: number;
  readonly gapAfter: number;
};

function topLevelParts({ masked }: SourceFile, { start, end }: Condition, words: readonly string[]): Part[] {
  const cuts: { readonly at: number; readonly length: number }[] = [];
  let depth = 0;
  for (let at = start; at < end; at++) {
    const character = masked.charAt(at);
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character)) depth--;
    const word = depth === 0 ? words.find((each) => masked.startsWith(each, at)) : undefined;
    if (word !== undefined) cuts.push({ at, length: word.length });
  }
  const edges = [{ at: start, length: 0 }, ...cuts, { at: end, length: 0 }];
  return edges.slice(0, -1).map((edge, index) => ({
    start: edge.at + edge.length,
    end: edges[index + 1]?.at ?? end,
    gapBefore: edge.length,
    gapAfter: edges[index + 1]?.length ?? 0,
  }));
}
