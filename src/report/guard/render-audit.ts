/** Renders the audit for a terminal: its records, its verification, and the secrets of a run. */
import type { AuditFault, AuditRecord, AuditVerification, NewestRecords } from '../../guard/index.ts';
import { cutText, foldList, wrapText } from '../text/fit-text.ts';
import { countOf } from '../text/quantity.ts';
import { renderTable, type TableRow } from '../text/render-table.ts';
import { shortName } from '../text/short-name.ts';
import {
  layoutOf,
  type RecordView,
  type ReportColors,
  type TerminalLayout,
} from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';

const HEAD = ['record', 'time', 'session', 'call', 'address', 'decision', 'rule'];
const LONGEST_TEXT = 200;
const MOST_CONDITIONS = 6;
const NOTHING = '–';
const CODE = /\b([A-Z]{2,}-[A-Z]{2,}-)([SDIE])(-\d{3})\b/g;

/** Renders records, oldest first. */
export function renderAuditRecords(
  { records, unreadable }: NewestRecords,
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

function rowOf(record: AuditRecord, formatTime: (timeMs: number) => string): TableRow {
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

function remarksOn({ addresses, failedConditions, answer, decision, cut }: AuditRecord): readonly string[] {
  const further = (cut?.addresses?.count ?? addresses.length) - 1;
  return [
    ...(further > 0 ? [`and ${further} more ${further === 1 ? 'address' : 'addresses'}`] : []),
    ...(failedConditions.length === 0
      ? []
      : [`failed: ${foldList(failedConditions.map(plain), MOST_CONDITIONS)}`]),
    ...(answer === null || answer === decision || answer.includes('-S-')
      ? []
      : [`answered ${plain(answer)}`]),
    ...(answer === null ? ['recorded before it was done'] : []),
    ...(cut === undefined ? [] : [`too large to keep in full: ${Object.keys(cut).map(plain).join(', ')}`]),
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

const CHAIN_DIGITS = 8;
const INDENT = '       ';

/** Renders the result of verification. */
export function renderAuditVerification(found: AuditVerification, options: TerminalLayout = {}): string {
  const { colors, width } = layoutOf(options);
  const { ok, records, chains, faults, notes } = found;
  const verdict = ok ? colors.green('intact') : colors.red(countOf(faults.length, 'fault'));
  const hanging = (label: string, text: string): readonly string[] =>
    wrapText(visibleLine(text), width - INDENT.length).map(
      (line, index) => `${index === 0 ? label : INDENT}${line}`,
    );
  return `${[
    ...faults.flatMap((fault) => hanging(colors.red('fault  '), describeFault(fault))),
    ...notes.flatMap((note) => hanging(colors.dim('note   '), note)),
    `${verdict}: ${countOf(records, 'record')} in ${countOf(chains.length, 'chain')}`,
    ...anchorLines(found).map((line) => colors.dim(line)),
  ].join('\n')}\n`;
}

function describeFault({ sequence, chain, fault, detail }: AuditFault): string {
  // A problem with the anchors themselves has no position in the log.
  if (chain === null && sequence === 0) return `${fault}: ${detail}`;
  const place = chain === null ? `entry ${sequence}` : `record ${sequence} of chain ${shortChain(chain)}`;
  return `${place} ${fault}: ${detail}`;
}

function anchorLines({ records, anchored, unanchored }: AuditVerification): readonly string[] {
  if (records === 0) return [];
  if (anchored === null)
    return ['anchored: nothing, so the newest records could be cut off or rewritten unnoticed'];
  const range = `anchored: records ${anchored.from} to ${anchored.to} of chain ${shortChain(anchored.chain)}`;
  return [`${range}; ${unanchored === 0 ? 'nothing follows' : `${countOf(unanchored, 'record')} after it`}`];
}

function shortChain(chain: string): string {
  return visibleLine(chain.slice(0, CHAIN_DIGITS));
}

/** The secrets behind the placeholders of a run. */
export type SecretsDocument = {
  readonly run: string;
  readonly secrets: readonly {
    readonly placeholder: string;
    readonly kind: string;
    readonly where: string;
    /** Null if it was not stored, or no key here can decrypt it. */
    readonly value: string | null;
    /** False if there was no key to encrypt it with. */
    readonly isKept: boolean;
  }[];
};

/** Renders the secrets of a run. */
export function renderSecrets({ run, secrets }: SecretsDocument, options: TerminalLayout = {}): string {
  const layout = layoutOf(options);
  if (secrets.length === 0) return `no secrets were found in ${shortName(run)}\n`;
  const rows = secrets.map(({ placeholder, where, value, isKept }) => ({
    cells: [
      placeholder,
      where,
      value ?? (isKept ? 'no key here opens it' : 'not kept: there was no key'),
    ].map(visibleLine),
  }));
  const lines = renderTable({ head: ['placeholder', 'found in', 'value'], rows }, layout);
  return `${[`${countOf(secrets.length, 'secret')} in ${shortName(run)}`, ...lines].join('\n')}\n`;
}
