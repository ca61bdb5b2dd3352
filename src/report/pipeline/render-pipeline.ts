/** A pipeline in full: what it sets, its zones and nodes, and for each node the edges in the order they are tried. */
import { countOf } from '../quantity.ts';
import { renderTable, type Table } from '../render-table.ts';
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { visibleLine, visibleProse } from '../visible-text.ts';
import { wrapText } from '../wrap-text.ts';
import { pipelineEdgeRows } from './pipeline-edge-rows.ts';
import type { PipelineDocument } from './shown-pipeline.ts';

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
  return `${counts.join(', ')}; begins at ${visibleLine(start)}, ends in ${reached.map(visibleLine).join(', ')}`;
}

function section(title: string, table: Table, layout: Required<TerminalLayout>): readonly string[] {
  if (table.rows.length === 0) return [];
  return [
    '',
    ...wrapText(title, layout.width).map(layout.colors.bold),
    ...renderTable(withoutEmpty(table), layout),
  ];
}

/** Leaves out columns in which nothing stands. */
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
