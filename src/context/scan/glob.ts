/**
 * Git's wildcard patterns (wildmatch.c), matched byte by byte with all alternatives followed at once, so that
 * time is bounded by pattern times text and no pattern can stall a scan.
 */

/** A compiled pattern. */
export type Glob = { matches(text: string): boolean };

/** A step takes one byte its table allows, a loop any number; `end` is the alternative step. */
type Step = { readonly takes: Uint8Array; readonly isLoop: boolean; readonly end?: number };

const SLASH = 0x2f;
const NO_BYTE = new Uint8Array(256);
const ANY_BYTE = new Uint8Array(256).fill(1);
const NO_SLASH = tableOf((byte) => byte !== SLASH);
const ONE_BYTE = Array.from({ length: 256 }, (_, only) => tableOf((byte) => byte === only));

const CLASSES: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    alnum: /[0-9A-Za-z]/,
    alpha: /[A-Za-z]/,
    blank: /[ \t]/,
    cntrl: /\p{Cc}/u,
    digit: /[0-9]/,
    graph: /[!-~]/,
    lower: /[a-z]/,
    print: /[ -~]/,
    punct: /[!-/:-@[-`{-~]/,
    space: /[ \t\n\r]/,
    upper: /[A-Z]/,
    xdigit: /[0-9A-Fa-f]/,
  }),
);

/**
 * Compiles a pattern; with `isPath`, only `**` between slashes matches a slash. An invalid pattern matches
 * nothing.
 */
export function compileGlob(pattern: string, { isPath }: { readonly isPath: boolean }): Glob {
  const steps = parseSteps(pattern, isPath);
  return { matches: (text) => steps !== undefined && follow(steps, text) };
}

function parseSteps(pattern: string, isPath: boolean): Step[] | undefined {
  const steps: Step[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '*') {
      const start = at;
      while (pattern[at + 1] === '*') at++;
      const rest = pattern.slice(at + 1, at + 3);
      const isBounded = /^($|[/]|\\[/])/.test(rest) && (start === 0 || pattern[start - 1] === '/');
      const crosses = !isPath || (at > start && isBounded);
      // `**/` also matches no directory: a jump past the loop and its slash.
      if (isPath && crosses && rest[0] === '/') {
        steps.push({ takes: NO_BYTE, isLoop: true, end: steps.length + 3 });
      }
      steps.push({ takes: crosses ? ANY_BYTE : NO_SLASH, isLoop: true });
    } else if (character === '?') {
      steps.push({ takes: isPath ? NO_SLASH : ANY_BYTE, isLoop: false });
    } else if (character === '[') {
      const set = parseSet(pattern, at + 1, isPath);
      if (!set) return undefined;
      steps.push({ takes: set.takes, isLoop: false });
      at = set.last;
    } else {
      if (character === '\\') at++;
      if (at === pattern.length) return undefined;
      steps.push({ takes: ONE_BYTE[pattern.charCodeAt(at)] ?? ANY_BYTE, isLoop: false });
    }
  }
  return steps;
}

/** Parses the inside of `[…]`; the first member may be `]`. */
function parseSet(
  pattern: string,
  start: number,
  isPath: boolean,
): { readonly takes: Uint8Array; readonly last: number } | undefined {
  const takes = new Uint8Array(256);
  const isNegated = pattern[start] === '!' || pattern[start] === '^';
  let at = isNegated ? start + 1 : start;
  let previous = 0;
  for (let isFirst = true; isFirst || pattern[at] !== ']'; at++, isFirst = false) {
    if (at >= pattern.length) return undefined;
    const named = namedClass(pattern, at);
    const isRange = pattern[at] === '-' && previous > 0 && at + 1 < pattern.length && pattern[at + 1] !== ']';
    if (named !== undefined) {
      const members = CLASSES.get(named);
      if (!members) return undefined;
      for (let byte = 0; byte < 128; byte++) if (members.test(String.fromCharCode(byte))) takes[byte] = 1;
      at += named.length + '[::'.length;
      previous = 0;
    } else {
      if (isRange) at++;
      if (pattern[at] === '\\') at++;
      if (at >= pattern.length) return undefined;
      const byte = pattern.charCodeAt(at);
      takes.fill(1, isRange ? previous : byte, byte + 1);
      previous = isRange ? 0 : byte;
    }
  }
  return { takes: isNegated || isPath ? tableOf((byte) => isMember(takes, byte)) : takes, last: at };

  function isMember(table: Uint8Array, byte: number): boolean {
    return (table[byte] === 1) !== isNegated && !(isPath && byte === SLASH);
  }
}

/** Returns the name in `[:name:]` at a position, if any. */
function namedClass(pattern: string, at: number): string | undefined {
  if (!pattern.startsWith('[:', at)) return undefined;
  const end = pattern.indexOf(']', at + 2);
  return end > at + 2 && pattern[end - 1] === ':' ? pattern.slice(at + 2, end - 1) : undefined;
}

function follow(steps: readonly Step[], text: string): boolean {
  let current: Set<number> = new Set();
  enter(current, steps, 0);
  for (let at = 0; at < text.length && current.size > 0; at++) {
    const next = new Set<number>();
    for (const index of current) {
      const step = steps[index];
      if (step?.takes[text.charCodeAt(at)] === 1) enter(next, steps, step.isLoop ? index : index + 1);
    }
    current = next;
  }
  return current.has(steps.length);
}

/** Adds a step and all steps reachable without taking a byte. */
function enter(reached: Set<number>, steps: readonly Step[], index: number): void {
  const waiting = [index];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    const step = steps[next];
    if (step?.isLoop) waiting.push(next + 1);
    if (step?.end !== undefined) waiting.push(step.end);
  }
}

function tableOf(isTaken: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (isTaken(byte) ? 1 : 0));
}
