/**
 * The history of a repository as a frame: type `history`, resting on a commit and on whether all before it was
 * there. The content has a table of paths, and a line for each commit with what happened to which of them.
 */
import { type CanonicalValue, canonicalText, parseCanonical } from '../../kernel/index.ts';
import type { Basis, FrameType } from '../../ledger/index.ts';
import type { CommitHistory, FileChange, PastCommit } from './change-history.ts';

/** The agent in whose name histories are kept. */
export const HISTORY_AGENT = 'history';

/** What happened to which files: the commits of a repository. */
export const historyType: FrameType = {
  name: 'history',
  cardinality: 'single',
  mediaType: 'application/json',
  check: (content) => (isHistoryContent(content) ? null : 'not a record of paths and changes'),
  disclosure: { kind: 'history', visibility: 'public', precision: 'unlocked', slice: 'facts' },
};

type HistoryContent = {
  /** A line for each commit: its id, its age, and its files: `A0`, `M0`, `D0` by the path's number, `R0>1` for a rename. */
  readonly changes: string;
  readonly paths: readonly string[];
};

const LINE = /^([0-9a-f]{40,64}) (\d{1,9})((?: (?:[AMD]|R\d{1,9}>)\d{1,9})+)$/;
const LETTERS = { added: 'A', modified: 'M', deleted: 'D' } as const;
const KINDS = { A: 'added', M: 'modified', D: 'deleted' } as const;

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
    producer: { name: HISTORY_AGENT, version: '3' },
  };
}

/** Writes a history as canonical JSON. */
export function encodeHistory({ commits }: CommitHistory): string {
  const numbers = new Map<string, number>();
  const numberOf = (path: string) => {
    const number = numbers.get(path) ?? numbers.size;
    numbers.set(path, number);
    return number;
  };
  const wordOf = (file: FileChange) =>
    file.kind === 'renamed'
      ? `R${numberOf(file.from)}>${numberOf(file.path)}`
      : `${LETTERS[file.kind]}${numberOf(file.path)}`;
  const lines = commits.map(({ commit, age, files }) => [commit, age, ...files.map(wordOf)].join(' '));
  const content: HistoryContent = { changes: lines.join('\n'), paths: [...numbers.keys()] };
  return canonicalText(content);
}

/** Reads a history back; undefined where the bytes hold none. */
export function decodeHistory(bytes: Uint8Array): CommitHistory | undefined {
  const content = parseCanonical(bytes);
  if (!isHistoryContent(content)) return undefined;
  const lines = content.changes === '' ? [] : content.changes.split('\n');
  const commits: PastCommit[] = [];
  for (const line of lines) {
    const commit = decodeCommit(line, content.paths);
    if (commit === undefined) return undefined;
    commits.push(commit);
  }
  return { commits };
}

function decodeCommit(line: string, table: readonly string[]): PastCommit | undefined {
  const [, commit, age, words] = LINE.exec(line) ?? [];
  if (commit === undefined || words === undefined) return undefined;
  const files: FileChange[] = [];
  for (const word of words.slice(1).split(' ')) {
    const file = decodeFile(word, table);
    if (file === undefined) return undefined;
    files.push(file);
  }
  return { commit, age: Number(age), files };
}

function decodeFile(word: string, table: readonly string[]): FileChange | undefined {
  const [first, second] = word.slice(1).split('>');
  const path = table[Number(second ?? first)];
  if (path === undefined) return undefined;
  if (second === undefined) return { kind: KINDS[word[0] as keyof typeof KINDS], path };
  const from = table[Number(first)];
  return from === undefined ? undefined : { kind: 'renamed', path, from };
}

function isHistoryContent(content: CanonicalValue): content is HistoryContent {
  const { changes, paths } = (content ?? {}) as Partial<HistoryContent>;
  return (
    typeof changes === 'string' && Array.isArray(paths) && paths.every((path) => typeof path === 'string')
  );
}
