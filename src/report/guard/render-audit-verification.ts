/** Whether an audit is whole, on a terminal: the verdict, what is anchored, then every fault and note. */
import { countOf } from '../quantity.ts';
import { layoutOf, type TerminalLayout } from '../report-colors.ts';
import { visibleLine } from '../visible-text.ts';
import { wrapText } from '../wrap-text.ts';
import type { AuditVerifyDocument, ShownAuditFault } from './shown-audit.ts';

const CHAIN_DIGITS = 8;
const INDENT = '       ';

/** Renders what verification found. */
export function renderAuditVerification(found: AuditVerifyDocument, options: TerminalLayout = {}): string {
  const { colors, width } = layoutOf(options);
  const { ok, records, chains, faults, notes } = found;
  const verdict = ok ? colors.green('whole') : colors.red(countOf(faults.length, 'fault'));
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

function describeFault({ sequence, chain, fault, detail }: ShownAuditFault): string {
  // What is wrong with the anchors themselves is at no place in the log.
  if (chain === null && sequence === 0) return `${fault}: ${detail}`;
  const place = chain === null ? `entry ${sequence}` : `record ${sequence} of chain ${shortChain(chain)}`;
  return `${place} ${fault}: ${detail}`;
}

function anchorLines({ records, anchored, unanchored }: AuditVerifyDocument): readonly string[] {
  if (records === 0) return [];
  if (anchored === null)
    return ['anchored: nothing, so the newest records could be cut off or rewritten unseen'];
  const range = `anchored: records ${anchored.from} to ${anchored.to} of chain ${shortChain(anchored.chain)}`;
  return [`${range}; ${unanchored === 0 ? 'nothing follows' : `${countOf(unanchored, 'record')} after it`}`];
}

function shortChain(chain: string): string {
  return visibleLine(chain.slice(0, CHAIN_DIGITS));
}
