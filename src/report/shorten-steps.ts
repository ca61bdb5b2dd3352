/**
 * Shortens next steps: the failing test and place shown above are not repeated, and steps that differ in one
 * part are merged.
 */
import type { ReportCause } from '../record/index.ts';
import { citesTest, placeOf } from './describe-cause.ts';
import { splitCitations } from './text/citations.ts';

/** Steps with fewer words in common are not merged. */
const FEWEST_SHARED = 4;

/** Returns the next steps for a cause, deduplicated. */
export function shortenSteps(cause: ReportCause): readonly string[] {
  const steps = cause.next_steps.map((step) => leaveOutPlaces(nameTest(step, cause), cause));
  return mergeSteps([...new Set(steps)]);
}

/** Omits the place in brackets after a name if the answer shows both. */
function leaveOutPlaces(step: string, { answer, suspects }: ReportCause): string {
  return suspects
    .filter(({ path, symbol }) => symbol !== undefined && answer.includes(path))
    .reduce(
      (text, suspect) =>
        text.replaceAll(`\`${suspect.symbol}\` (\`${placeOf(suspect)}\`)`, () => `\`${suspect.symbol}\``),
      step,
    );
}

/** Replaces citations of the first failing test by a word. */
function nameTest(step: string, cause: ReportCause): string {
  const first = cause.tests.slice(0, 1);
  const word = cause.tests.length === 1 ? 'the test' : 'the first test';
  return splitCitations(step)
    .map(({ text, isCited }) => {
      if (!isCited) return text;
      return citesTest(text, { ...cause, tests: first }) ? word : `\`${text}\``;
    })
    .join('');
}

function mergeSteps(steps: readonly string[]): readonly string[] {
  const merged: string[] = [];
  let group: readonly string[][] = [];
  for (const step of [...steps, null]) {
    const words = step?.split(' ') ?? [];
    if (step !== null && group.length > 0 && sharedEnds([...group, words]) !== null) {
      group = [...group, words];
      continue;
    }
    if (group.length > 0) merged.push(joinGroup(group));
    group = [words];
  }
  return merged;
}

type SharedEnds = { readonly head: number; readonly tail: number };

/** Counts the words shared at the start and end of all steps; null if too few. */
function sharedEnds(group: readonly (readonly string[])[]): SharedEnds | null {
  const [first = [], ...others] = group;
  const shortest = Math.min(...group.map(({ length }) => length));
  const isShared = (at: (words: readonly string[]) => string | undefined): boolean =>
    others.every((words) => at(words) === at(first));
  let head = 0;
  while (head < shortest - 1 && isShared((words) => words[head])) head++;
  let tail = 0;
  while (head + tail < shortest - 1 && isShared((words) => words.at(-1 - tail))) tail++;
  return head > 0 && tail > 0 && head + tail >= FEWEST_SHARED ? { head, tail } : null;
}

function joinGroup(group: readonly (readonly string[])[]): string {
  const [first = []] = group;
  const ends = group.length > 1 ? sharedEnds(group) : null;
  if (ends === null) return first.join(' ');
  const { head, tail } = ends;
  const middles = group.map((words) => words.slice(head, words.length - tail).join(' '));
  return [...first.slice(0, head), `${middles.join(', then ')},`, ...first.slice(-tail)].join(' ');
}
