/** Judges a group by itself: whether its entry can be read, its object is there, and holds what the entry says. */
import { rangeName } from './audit-group.ts';
import { type AuditFault, chainName } from './audit-verification.ts';
import type { ReadGroup } from './read-audit-group.ts';
import type { ReadRecord, UnreadRecord } from './read-audit-record.ts';

type Held = Extract<ReadGroup, { readonly lines: unknown }>;

/** Returns what is wrong with the group of an entry. */
export function judgeGroup(entry: number, read: ReadGroup): readonly AuditFault[] {
  if (!('group' in read)) return [ofEntry(entry, 'unreadable', read.problem)];
  const { chain, first } = read.group;
  if ('loss' in read) return [{ sequence: first, chain, fault: read.loss, detail: read.problem }];
  const unreadable = read.lines.flatMap((line, index) =>
    isUnread(line)
      ? [{ sequence: first + index, chain, fault: 'unreadable' as const, detail: line.problem }]
      : [],
  );
  const lie = unreadable.length > 0 ? null : lieOf(read);
  return lie === null ? unreadable : [ofEntry(entry, 'wrong-entry', lie)];
}

function ofEntry(entry: number, fault: AuditFault['fault'], detail: string): AuditFault {
  return { sequence: entry, chain: null, fault, detail };
}

/** Says what an entry makes of its records that they are not. */
function lieOf({ group, lines }: Held): string | null {
  const records = lines as readonly ReadRecord[];
  const claim = `it says that it holds ${rangeName(group)} of chain ${chainName(group.chain)}`;
  const stranger = records.find(({ record }) => record.chain !== group.chain);
  if (stranger !== undefined) return `${claim}, and holds one of chain ${chainName(stranger.record.chain)}`;
  const [first, last] = [records[0], records.at(-1)];
  if (first === undefined || last === undefined) return `${claim}, and holds none`;
  const isRange = first.record.sequence === group.first && last.record.sequence === group.last;
  if (!isRange || records.length !== group.last - group.first + 1)
    return `${claim}, and holds ${records.length} from ${first.record.sequence} to ${last.record.sequence}`;
  return last.hash === group.hash ? null : `${claim}, and names another hash than the last of them has`;
}

function isUnread(line: ReadRecord | UnreadRecord): line is UnreadRecord {
  return 'problem' in line;
}
