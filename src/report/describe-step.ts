/** What a step did in words that every view shares. */
import { sortByCodePoint } from '../kernel/index.ts';
import type { RunCase, RunStep } from '../record/index.ts';
import { countOf } from './quantity.ts';
import { shortName } from './short-name.ts';
import { visibleLine, visibleProse } from './visible-text.ts';
import { plainWord } from './words.ts';

/** Names the node of a step. */
export function nodeWord(node: string): string {
  return visibleLine(plainWord(node.startsWith('_') ? 'terminal' : 'node', node));
}

/** Names the capabilities worn in a step. */
export function capabilityWords({ masks }: RunStep): readonly string[] {
  return masks.map((mask) => visibleLine(plainWord('capability', mask)));
}

/** Names the artifact of a step by type and short id. */
export function artifactWord({ artifact }: RunStep): string {
  if (artifact === null) return '';
  return `${visibleLine(plainWord('artifact', artifact.type))} ${shortName(artifact.frame)}`;
}

/** Names the edge that was taken and where it led. */
export function edgeWord({ edge }: RunStep): string {
  return edge === null ? '' : `${visibleLine(edge.edge)} → ${nodeWord(edge.to)}`;
}

/** Counts the tool calls of a step by the code they came back with. */
export function toolWords({ tools }: RunStep): string {
  if (tools.length === 0) return '';
  const counts = new Map<string, number>();
  for (const { code } of tools) counts.set(code, (counts.get(code) ?? 0) + 1);
  const shares = sortByCodePoint([...counts.keys()]).map(
    (code) => `${counts.get(code)} ${visibleLine(code)}`,
  );
  return `${countOf(tools.length, 'tool call')}: ${shares.join(', ')}`;
}

/** Says how the walk of a case ended, or where it stands. */
export function endingOf({ status, terminal, paused }: RunCase): string {
  if (paused !== null) return `waits for a person: ${visibleProse(paused)}`;
  if (terminal === null) return visibleLine(status);
  const end = nodeWord(terminal);
  return end === status ? end : `${visibleLine(status)}, ${end}`;
}
