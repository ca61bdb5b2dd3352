/** The records of an audit as a table: who called what, where, and how it was decided by which row. */

import type { RecordView } from '../context/record-view.ts';
import { cutText, foldList } from '../cut-text.ts';
import { renderTable, type TableRow } from '../render-table.ts';
import { layoutOf, type ReportColors } from '../report-colors.ts';
import { shortName } from '../short-name.ts';
import { visibleLine } from '../visible-text.ts';
import type { AuditShowDocument, ShownAuditRecord } from './shown-audit.ts';

const HEAD = ['record', 'time', 'session', 'call', 'address', 'decision', 'rule'];
const LONGEST_TEXT = 200;
const MOST_CONDITIONS = 6;
const NOTHING = '–';
const CODE = /\b([A-Z]{2,}-[A-Z]{2,}-)([SDIE])(-\d{3})\b/g;

/** Renders records, oldest first. */
export function renderAuditRecords(
  { records, unreadable }: AuditShowDocument,
  { formatTime, ...options }: RecordView,
): string {
  const layout = layoutOf(options);
  const { colors } = layout;
  const bad = unreadable.map(
    ({ entry, problem }) => `${colors.red('unreadable')} entry ${entry}: ${visibleLine(problem)}`,
  );
  if (records.length === 0) return `${['no records', ...bad].join('\n')}\n`;
  const rows = records.map((record) => rowOf(record, formatTime));
  const lines = renderTable({ head: HEAD, rows }, layout).map((line) => paintCodes(line, colors));
  return `${[...lines, ...bad].join('\n')}\n`;
}

function rowOf(record: ShownAuditRecord, formatTime: (timeMs: number) => string): TableRow {
  const { sequence, atMs, session, tool, command, addresses, decision, rule } = record;
  const [address = ''] = addresses;
  return {
    cells: [
      String(sequence),
      formatTime(atMs),
      shortName(session),
      plain(`${tool} ${command}`),
      plain(address),
      decision === null ? NOTHING : plain(decision),
      rule === null ? NOTHING : plain(rule),
    ],
    below: remarksOn(record),
  };
}

function remarksOn({
  addresses,
  failedConditions,
  answer,
  decision,
  cut,
}: ShownAuditRecord): readonly string[] {
  const further = (cut?.addresses?.count ?? addresses.length) - 1;
  return [
    ...(further > 0 ? [`and ${further} more ${further === 1 ? 'address' : 'addresses'}`] : []),
    ...(failedConditions.length === 0
      ? []
      : [`failed: ${foldList(failedConditions.map(plain), MOST_CONDITIONS)}`]),
    ...(answer === null || answer === decision || answer.includes('-S-')
      ? []
      : [`answered ${plain(answer)}`]),
    ...(answer === null ? ['on record before it was done'] : []),
    ...(cut === undefined ? [] : [`too large to be kept whole: ${Object.keys(cut).map(plain).join(', ')}`]),
  ];
}

function plain(text: string): string {
  return visibleLine(cutText(text, LONGEST_TEXT));
}

function paintCodes(line: string, colors: ReportColors): string {
  return line.replace(CODE, (code, _layer, type) => {
    if (type === 'S') return colors.green(code);
    return type === 'I' ? colors.yellow(code) : colors.red(code);
  });
}
