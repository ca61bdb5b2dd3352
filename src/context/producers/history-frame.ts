/**
 * The history of a repository as a frame: type `history`, resting on a commit and on whether all before it was
 * there. The content has a table of paths, and a line for each change with numbers of that table.
 */
import { type CanonicalValue, canonicalText, parseCanonical } from '../../kernel/index.ts';
import type { Basis, FrameType } from '../../ledger/index.ts';
import type { Change, ChangeHistory } from './change-history.ts';

/** The agent in whose name histories are kept. */
export const HISTORY_AGENT = 'history';

/** Who changed what with what: the changes of a repository. */
export const historyType: FrameType = {
  name: 'history',
  cardinality: 'single',
  mediaType: 'application/json',
  check: (content) => (isHistoryContent(content) ? null : 'not a record of paths and changes'),
  disclosure: { kind: 'history', visibility: 'public', precision: 'unlocked', slice: 'facts' },
};

type HistoryContent = {
  /** A line for each change: the commit, its age, and the numbers of its paths, with spaces between them. */
  readonly changes: string;
  readonly paths: readonly string[];
};

const CHANGE = /^([0-9a-f]{40,64}) (\d{1,9})((?: \d{1,9})+)$/;

/** Returns what a history rests on. */
export function historyBasis({
  revision,
  depth,
}: {
  readonly revision: string;
  readonly depth: 'full' | 'shallow';
}): Basis {
  return {
    inputs: [{ external: { name: 'git-revision', value: `${revision} ${depth}` } }],
    producer: { name: HISTORY_AGENT, version: '1' },
  };
}

/** Writes a history as canonical JSON. */
export function encodeHistory({ changes }: ChangeHistory): string {
  const numbers = new Map<string, number>();
  const numberOf = (path: string) => {
    const number = numbers.get(path) ?? numbers.size;
    numbers.set(path, number);
    return number;
  };
  const lines = changes.map(({ commit, age, paths }) => [commit, age, ...paths.map(numberOf)].join(' '));
  const content: HistoryContent = { changes: lines.join('\n'), paths: [...numbers.keys()] };
  return canonicalText(content);
}

/** Reads a history back; undefined where the bytes hold none. */
export function decodeHistory(bytes: Uint8Array): ChangeHistory | undefined {
  const content = parseCanonical(bytes);
  if (!isHistoryContent(content)) return undefined;
  const lines = content.changes === '' ? [] : content.changes.split('\n');
  const changes: Change[] = [];
  for (const line of lines) {
    const change = decodeChange(line, content.paths);
    if (change === undefined) return undefined;
    changes.push(change);
  }
  return { changes };
}

function decodeChange(line: string, table: readonly string[]): Change | undefined {
  const [, commit, age, numbers] = CHANGE.exec(line) ?? [];
  if (commit === undefined || numbers === undefined) return undefined;
  const paths: string[] = [];
  for (const number of numbers.slice(1).split(' ')) {
    const path = table[Number(number)];
    if (path === undefined) return undefined;
    paths.push(path);
  }
  return { commit, age: Number(age), paths };
}

function isHistoryContent(content: CanonicalValue): content is HistoryContent {
  const { changes, paths } = (content ?? {}) as Partial<HistoryContent>;
  return (
    typeof changes === 'string' && Array.isArray(paths) && paths.every((path) => typeof path === 'string')
  );
}
