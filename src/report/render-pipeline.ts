/** Renders a pipeline in full: its settings, zones and nodes, and for each node its edges in order. */
import type { Edge, Graph } from '../pipeline/index.ts';
import { wrapText } from './text/fit-text.ts';
import { countOf } from './text/quantity.ts';
import { renderTable, type Table, type TableRow } from './text/render-table.ts';
import { layoutOf, type TerminalLayout } from './text/terminal-layout.ts';
import { visibleLine, visibleProse } from './text/visible-text.ts';

/** What `pipeline show` prints. */
export type PipelineDocument = Omit<Graph, 'name' | 'unbound' | 'nested'> & {
  readonly source: string;
  readonly pipeline: string;
  /** The edges with a label but no expression. */
  readonly unbound: readonly string[];
  /** The hashes of nested definitions, by name. */
  readonly nested: { readonly [name: string]: string };
};

/** The output of `pipeline graph`: the picture, or the file it was written to. */
export type PipelineGraphDocument = {
  readonly pipeline: string;
  readonly format: 'mermaid' | 'svg';
} & ({ readonly picture: string } | { readonly file: string });

/** Renders a pipeline. */
export function renderPipeline(document: PipelineDocument, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  const { colors, width } = layout;
  const { pipeline, description, hash } = document;
  const lines = [
    ...wrapText(`pipeline ${visibleLine(pipeline)}`, width).map(colors.bold),
    ...(description === null ? [] : wrapText(visibleProse(description), width)),
    colors.dim(`hash ${hash.slice(0, 12)}`),
    ...wrapText(waysOf(document), width),
    ...section('variables', variableTable(document), layout),
    ...section('zones', zoneTable(document), layout),
    ...section('nodes', nodeTable(document), layout),
    ...section('edges, in the order they are tried', edgeTable(document), layout),
    '',
    ...wrapText(boundLine(document), width).map(document.unbound.length === 0 ? colors.green : colors.yellow),
  ];
  return `${lines.join('\n')}\n`;
}

function waysOf({ start, done, nodes, edges, zones, terminals }: PipelineDocument): string {
  const reached = terminals.filter(
    (name) => name === done || edges.some(({ to, targets }) => to === name || targets.includes(name)),
  );
  const counts = [
    countOf(nodes.length, 'node'),
    countOf(edges.length, 'edge'),
    countOf(zones.length, 'zone'),
  ];
  return `${counts.join(', ')}; starts at ${visibleLine(start)}, ends at ${reached.map(visibleLine).join(', ')}`;
}

function section(title: string, table: Table, layout: Required<TerminalLayout>): readonly string[] {
  if (table.rows.length === 0) return [];
  return [
    '',
    ...wrapText(title, layout.width).map(layout.colors.bold),
    ...renderTable(withoutEmpty(table), layout),
  ];
}

/** Removes empty columns. */
function withoutEmpty({ head, rows }: Table): Table {
  const isUsed = (column: number) => rows.some(({ cells }) => (cells[column] ?? '') !== '');
  const keep = (cells: readonly string[]) => cells.filter((_, column) => isUsed(column));
  return { head: keep(head), rows: rows.map(({ cells, ...row }) => ({ ...row, cells: keep(cells) })) };
}

function variableTable({ vars }: PipelineDocument): Table {
  const rows = Object.entries(vars).map(([name, value]) => ({
    cells: [visibleLine(name), visibleProse(String(value))],
  }));
  return { head: ['variable', 'value'], rows };
}

function zoneTable({ zones }: PipelineDocument): Table {
  const rows = zones.map(({ name, element, stickiness, nodes }) => ({
    cells: [visibleLine(name), element ?? '', String(stickiness), nodes.map(visibleLine).join(', ')],
  }));
  return { head: ['zone', 'element', 'stickiness', 'nodes'], rows };
}

function nodeTable({ nodes }: PipelineDocument): Table {
  const rows = nodes.map(({ name, element, artifact, masks, role, pipeline }) => ({
    cells: [name, element, artifact, masks.join(', '), role, pipeline].map((cell) => visibleLine(cell ?? '')),
  }));
  return { head: ['node', 'element', 'artifact', 'masks', 'role', 'walks'], rows };
}

function edgeTable(document: PipelineDocument): Table {
  return { head: ['from', 'edge', 'to', 'kind'], rows: pipelineEdgeRows(document) };
}

function boundLine({ unbound }: PipelineDocument): string {
  if (unbound.length === 0) return 'every edge is bound';
  const edges = unbound.length === 1 ? '1 edge is' : `${unbound.length} edges are`;
  return `${edges} not bound, so it cannot be walked: ${unbound.map(visibleLine).join(', ')}`;
}

/**
 * Returns a row per edge; edges from every node come first, and a node without outgoing edges has a row too.
 */
function pipelineEdgeRows({ nodes, edges, done }: PipelineDocument): readonly TableRow[] {
  return ['_any', ...nodes.map(({ name }) => name)].flatMap((source) => {
    const leaving = edges.filter(({ from }) => from === source);
    const title = source === '_any' ? 'any step' : visibleLine(source);
    const hasNone = source !== '_any' && leaving.every(({ advisory }) => advisory);
    const rows = leaving.map((edge, index) => {
      const isOnly = leaving.every((other) => other === edge || other.advisory);
      return edgeRow(edge, { from: index === 0 ? title : '', otherwise: isOnly ? 'always' : 'otherwise' });
    });
    const end = { cells: [leaving.length === 0 ? title : '', '', visibleLine(done), 'no outgoing edge'] };
    return hasNone ? [...rows, end] : rows;
  });
}

function edgeRow(
  edge: Edge,
  { from, otherwise }: { readonly from: string; readonly otherwise: string },
): TableRow {
  const { id, name, to, targets } = edge;
  const ends = [...new Set([to, ...targets])].map(visibleLine).join(', ');
  const called = id === name ? id : `${id} ${name}`;
  return { cells: [from, visibleLine(called), ends, kindOf(edge)], below: conditionsOf(edge, otherwise) };
}

function kindOf({ advisory, loop, shortcut, max }: Edge): string {
  if (advisory) return 'advice, never taken';
  const bound =
    max === null ? 'as often as the element or max_loops allows' : `at most ${visibleProse(String(max))}`;
  return [...(shortcut ? ['shortcut'] : []), ...(loop ? [`loop, ${bound}`] : [])].join(', ');
}

function conditionsOf({ when, condition, target, targets, set }: Edge, otherwise: string): readonly string[] {
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
