/** The wording for a step shared by all views. */
import { sortByCodePoint } from '../kernel/index.ts';
import type { RunCase, RunStep } from '../record/index.ts';
import { foldList } from './text/fit-text.ts';
import { countOf } from './text/quantity.ts';
import { visibleLine, visibleProse } from './text/visible-text.ts';
import { plainWord, purposeOf } from './words.ts';

const MOST_SOURCES = 6;

/** Formats the node of a step. */
export function nodeWord(node: string): string {
  return visibleLine(plainWord(node.startsWith('_') ? 'terminal' : 'node', node));
}

/** Lists the capabilities worn in a step. */
export function capabilityWords({ masks }: RunStep): readonly string[] {
  return masks.map((mask) => visibleLine(plainWord('capability', mask)));
}

/** Formats the node of a step with its enclosing nodes. */
export function placeWord({ node, within }: RunStep): string {
  return [...within, node].map(nodeWord).join(' › ');
}

/** Returns the edge taken from a step: its own, or that of the outermost node whose nested walk it ended. */
export function edgeOf({ edge, outer }: RunStep): RunStep['edge'] {
  return outer.findLast((node) => node.edge !== null)?.edge ?? edge;
}

/** Formats a step's destination and the edge taken. */
export function edgeWord(step: RunStep): string {
  const edge = edgeOf(step);
  return edge === null ? '' : `${nodeWord(edge.to)}, by edge ${visibleLine(edge.edge)}`;
}

/** Counts a step's tool calls by outcome; failures are listed by code. */
export function toolWords({ tools }: RunStep): string {
  if (tools.length === 0) return '';
  const calls = countOf(tools.length, 'tool call');
  const counts = new Map<string, number>();
  for (const { code } of tools) {
    const outcome = outcomeWord(code);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  if (counts.get(ANSWERED) === tools.length)
    return `${calls}, ${tools.length === 1 ? '' : 'all '}${ANSWERED}`;
  const shares = sortByCodePoint([...counts.keys()]).map((outcome) => `${counts.get(outcome)} ${outcome}`);
  return `${calls}: ${shares.join(', ')}`;
}

const ANSWERED = 'answered';
const outcomes: ReadonlyMap<string, string> = new Map([
  ['D', 'denied'],
  ['I', 'gave no result'],
  ['E', 'failed'],
]);

/** Describes an outcome by the letter before the number of its reply code. */
function outcomeWord(code: string): string {
  const letter = /-([A-Z])-\d+$/.exec(code)?.[1] ?? '';
  if (letter === 'S') return ANSWERED;
  const word = outcomes.get(letter);
  return word === undefined ? visibleLine(code) : `${word} (${visibleLine(code)})`;
}

/** Describes the purpose of a step; empty for user-defined nodes. */
export function purposeWord({ node }: RunStep): string {
  return purposeOf(node);
}

/** Says why the agent of a step was chosen. */
export function choiceWord({ agent }: RunStep): string {
  return agent === null ? '' : visibleProse(plainWord('choice', agent.reason));
}

/** Lists the capabilities of a step and the sources they opened. */
export function viewWords(step: RunStep): string {
  const capabilities = capabilityWords(step).join(', ');
  const sources = [...new Set(step.sources.map(({ source }) => visibleLine(plainWord('source', source))))];
  const opened = foldList(
    sources.filter((source) => !capabilities.includes(source)),
    MOST_SOURCES,
  );
  if (capabilities === '' || opened === '') return capabilities || opened;
  return `${capabilities} (${opened})`;
}

/** Warns that events of a newer program are missing from what is shown. */
export function unreadWords(unread: number): string {
  return `${countOf(unread, 'further event')} from a newer version of penumbra; use that version to see this run`;
}

/** Describes how the walk of a case ended, or its current position. */
export function endingOf({ status, terminal, reason, paused }: RunCase): string {
  if (paused !== null) return `waiting for a person: ${visibleProse(paused)}`;
  const why = reason === null ? '' : `: ${visibleProse(reason)}`;
  if (terminal === null) return `${visibleLine(status)}${why}`;
  const end = nodeWord(terminal);
  return `${status === 'done' || end === status ? end : `${visibleLine(status)}, ${end}`}${why}`;
}
