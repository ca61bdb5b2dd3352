/** The edges of a pipeline as rows of a table: by source, in the order they are tried, each with what it asks. */
import type { TableRow } from '../render-table.ts';
import { visibleLine, visibleProse } from '../visible-text.ts';
import type { PipelineDocument, ShownPipelineEdge } from './shown-pipeline.ts';

/** Returns a row for each edge; those of every step come first, and a node that nothing leaves has a row, too. */
export function pipelineEdgeRows({ nodes, edges, done }: PipelineDocument): readonly TableRow[] {
  return ['_any', ...nodes.map(({ name }) => name)].flatMap((source) => {
    const leaving = edges.filter(({ from }) => from === source);
    const title = source === '_any' ? 'any step' : visibleLine(source);
    const hasNone = source !== '_any' && leaving.every(({ advisory }) => advisory);
    const rows = leaving.map((edge, index) => {
      const isOnly = leaving.every((other) => other === edge || other.advisory);
      return edgeRow(edge, { from: index === 0 ? title : '', otherwise: isOnly ? 'always' : 'otherwise' });
    });
    const end = { cells: [leaving.length === 0 ? title : '', '', visibleLine(done), 'no edge leads on'] };
    return hasNone ? [...rows, end] : rows;
  });
}

function edgeRow(
  edge: ShownPipelineEdge,
  { from, otherwise }: { readonly from: string; readonly otherwise: string },
): TableRow {
  const { id, name, to, targets } = edge;
  const ends = [...new Set([to, ...targets])].map(visibleLine).join(', ');
  const called = id === name ? id : `${id} ${name}`;
  return { cells: [from, visibleLine(called), ends, kindOf(edge)], below: conditionsOf(edge, otherwise) };
}

function kindOf({ advisory, loop, shortcut, max }: ShownPipelineEdge): string {
  if (advisory) return 'advice, never taken';
  const bound =
    max === null ? 'as often as the element or max_loops allows' : `at most ${visibleProse(String(max))}`;
  return [...(shortcut ? ['shortcut'] : []), ...(loop ? [`loop, ${bound}`] : [])].join(', ');
}

function conditionsOf(
  { when, condition, target, targets, set }: ShownPipelineEdge,
  otherwise: string,
): readonly string[] {
  const label = condition === null ? '' : visibleProse(condition);
  const unbound = condition === null ? otherwise : `not bound: ${label}`;
  const asked = when === null ? unbound : `when ${visibleProse(when)}`;
  const changes = Object.entries(set).map(
    ([name, value]) => `${visibleLine(name)} = ${visibleProse(String(value))}`,
  );
  return [
    ...(when !== null && condition !== null ? [label] : []),
    asked,
    ...(target === null || targets.length === 0 ? [] : [`to where ${visibleProse(target)} says`]),
    ...(changes.length === 0 ? [] : [`sets ${changes.join(', ')}`]),
  ];
}
