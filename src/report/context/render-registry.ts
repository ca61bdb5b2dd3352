/** Renders agents and record types as tables. */
import type { RegisteredAgent } from '../../context/index.ts';
import type { FrameType } from '../../ledger/index.ts';
import { renderTable } from '../text/render-table.ts';
import { layoutOf, type TerminalLayout } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';

/** A type of records. */
export type ShownType = Pick<FrameType, 'name' | 'cardinality' | 'mediaType'>;

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
export function renderAgents(agents: readonly RegisteredAgent[], options: TerminalLayout = {}): string {
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
      cardinality === 'many' ? 'many, all current' : 'one, the newest',
    ],
  }));
  return `${renderTable({ head: ['type', 'holds', 'at each path'], rows }, layoutOf(options)).join('\n')}\n`;
}
