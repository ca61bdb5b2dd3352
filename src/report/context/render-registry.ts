/** Who may write and what can be written, as tables. */
import { renderTable } from '../render-table.ts';
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { visibleLine } from '../visible-text.ts';

/** An agent with its role. */
export type ShownAgent = { readonly agentId: string; readonly role: string };

/** A type of records. */
export type ShownType = { readonly name: string; readonly cardinality: string; readonly mediaType: string };

const powers: Readonly<Record<string, string>> = {
  reader: 'reads',
  writer: 'reads and appends',
  synthesis: 'reads, appends, and derives records from others',
};

const holds: Readonly<Record<string, string>> = {
  'text/plain': 'text',
  'application/json': 'JSON',
  'application/octet-stream': 'bytes',
};

/** Renders agents and what each may do. */
export function renderAgents(agents: readonly ShownAgent[], options: TerminalLayout = {}): string {
  const rows = agents.map(({ agentId, role }) => ({
    cells: [visibleLine(agentId), visibleLine(role), powers[role] ?? ''],
  }));
  return `${renderTable({ head: ['agent', 'role', 'may'], rows }, layoutOf(options)).join('\n')}\n`;
}

/** Renders types of records. */
export function renderTypes(types: readonly ShownType[], options: TerminalLayout = {}): string {
  const rows = types.map(({ name, cardinality, mediaType }) => ({
    cells: [
      visibleLine(name),
      holds[mediaType] ?? visibleLine(mediaType),
      cardinality === 'many' ? 'many, all of which stand' : 'one, the newest',
    ],
  }));
  return `${renderTable({ head: ['type', 'holds', 'at each path'], rows }, layoutOf(options)).join('\n')}\n`;
}
