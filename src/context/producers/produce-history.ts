/**
 * The `history` producer: which commits touched which files, from a single `git log`, stored under the newest
 * commit and reused as long as that stays the newest.
 */
import {
  type CanonicalValue,
  canonicalText,
  cite,
  limits,
  PenumbraError,
  parseCanonical,
} from '../../kernel/index.ts';
import { type Basis, basisIdFor, type FrameType, type Ledger } from '../../ledger/index.ts';
import { ROOT_PATH } from '../scan/tree-ids.ts';
import {
  type CommitHistory,
  type CommitRecord,
  createCommitHistory,
  type FileChange,
  type PastCommit,
} from './change-history.ts';
import { findProduced, keepProduced } from './keep-produced.ts';
import { type OutsideProducer, producerLimits } from './producer.ts';

/** The start of a history, its completeness, and how to read it. */
export type HistoryInput = {
  /** The full id of the newest commit. */
  readonly revision: string;
  /** Whether all ancestors are present; a commit has another history once a shallow clone is deepened. */
  readonly depth: 'full' | 'shallow';
  /** Returns git's output for `gitLogArguments` from the revision on, or null on failure. */
  log(): Promise<Uint8Array | null> | Uint8Array | null;
};

const COMMIT = /^[0-9a-f]{40,64}$/;
const NUL = 0;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns the history up to a commit, asking git only if it was not read before; null if git fails. */
export async function produceHistory(ledger: Ledger, input: HistoryInput): Promise<CommitHistory | null> {
  requireInput(input);
  const kept = await readBack(ledger, input);
  if (kept) return kept;
  const log = await input.log();
  if (log === null) return null;
  const history = readHistoryLog(log);
  // An empty log may be a failed one, and is cheap to read again.
  if (history.commits.length > 0) await keep(ledger, input, history);
  return history;
}

/** Parses the output of git. */
function readHistoryLog(log: Uint8Array): CommitHistory {
  return createCommitHistory(firstOf(parseGitLog(logText(log)), producerLimits.commits));
}

async function readBack(ledger: Ledger, input: HistoryInput): Promise<CommitHistory | undefined> {
  const basis = basisIdFor(historyBasis(input));
  const produced = { type: historyType.name, agent: HISTORY_AGENT };
  const content = (await findProduced(ledger.store, produced, [basis])).get(basis);
  return content && decodeHistory(content);
}

async function keep(ledger: Ledger, input: HistoryInput, history: CommitHistory): Promise<void> {
  const content = encodeHistory(history);
  // Canonical JSON is ASCII, so its length is its size in bytes.
  if (content.length > limits.objectBytes) return;
  const subject = { kind: 'node', id: ROOT_PATH } as const;
  const basis = historyBasis(input);
  await keepProduced(ledger, [{ subject, type: historyType.name, agent: HISTORY_AGENT, basis, content }]);
}

/** Decodes a log up to its limit; names that are not UTF-8 become names that no file has. */
function logText(log: Uint8Array): string {
  if (log.length <= producerLimits.logBytes) return decoder.decode(log);
  // A cut path is invalid, so the text ends after the last whole one.
  return decoder.decode(log.subarray(0, log.lastIndexOf(NUL, producerLimits.logBytes) + 1));
}

function* firstOf(commits: Iterable<CommitRecord>, count: number): Generator<CommitRecord> {
  let left = count;
  for (const commit of commits) {
    if (left-- <= 0) return;
    yield commit;
  }
}

function requireInput({ revision }: HistoryInput): void {
  if (COMMIT.test(revision)) return;
  throw new PenumbraError('usage', `${cite(revision)} is not the id of a commit`, {
    hint: 'name it by all its hex digits; a branch would name another commit tomorrow',
  });
}

/** Creates the producer; `present` returns the current start of the history, or null without a repository. */
export function createHistoryProducer(present: () => HistoryInput | null): OutsideProducer {
  return {
    name: HISTORY_AGENT,
    type: historyType,
    basis: async () => {
      const input = present();
      return input && historyBasis(input);
    },
    produce: async () => {
      const log = await present()?.log();
      const content = log ? encodeHistory(readHistoryLog(log)) : null;
      // Canonical JSON is ASCII, so its length is its size in bytes.
      return content !== null && content.length <= limits.objectBytes ? content : null;
    },
  };
}

/** Marks the start of a commit; no path begins with it. */
const COMMIT_MARK = '\u0001';
const ID = /^[0-9a-f]{40,64}$/;
const STATUS = /^[A-Z]\d{0,3}$/;

/**
 * The git arguments whose output `parseGitLog` reads. The format needs only commits and trees, so it works in
 * a partial clone: renames are detected by equal ids, without comparing contents.
 */
export const gitLogArguments: readonly string[] = [
  'log',
  '-z',
  '--name-status',
  '-M100%',
  `--max-count=${producerLimits.commits}`,
  '--format=%x01%H',
];

/** Parses the commits of a log, newest first; unknown fields are skipped. */
export function* parseGitLog(text: string): Generator<CommitRecord> {
  let commit: string | undefined;
  let files: FileChange[] = [];
  const fields = text.split('\0').values();
  for (const field of fields) {
    // Git puts a line break between a commit and its first file.
    const entry = field.startsWith('\n') ? field.slice(1) : field;
    if (entry.startsWith(COMMIT_MARK)) {
      if (commit !== undefined) yield { commit, files };
      const id = entry.slice(COMMIT_MARK.length);
      commit = ID.test(id) ? id : undefined;
      files = [];
    } else if (STATUS.test(entry)) {
      const change = fileChange(entry, () => fields.next().value);
      if (change !== undefined) files.push(change);
    }
  }
  if (commit !== undefined) yield { commit, files };
}

/** A status is followed by the path; for a rename or copy, by the old and the new path. */
function fileChange(status: string, nextField: () => string | undefined): FileChange | undefined {
  const first = nextField();
  const isRename = status.startsWith('R');
  const path = isRename || status.startsWith('C') ? nextField() : first;
  // A truncated log may end within an entry.
  if (first === undefined || path === undefined || path === '') return undefined;
  if (isRename) return { kind: 'renamed', path, from: first };
  if (status === 'A' || status.startsWith('C')) return { kind: 'added', path };
  return { kind: status === 'D' ? 'deleted' : 'modified', path };
}

/** The agent that signs histories. */
const HISTORY_AGENT = 'history';

/** The frame type for a repository's commits and their files. */
export const historyType: FrameType = {
  name: 'history',
  cardinality: 'single',
  mediaType: 'application/json',
  check: (content) => (isHistoryContent(content) ? null : 'not a record of paths and changes'),
  disclosure: { kind: 'history', visibility: 'public', precision: 'unlocked', slice: 'facts' },
};

type HistoryContent = {
  /**
   * One line per commit: its id, age and files: `A0`, `M0`, `D0` by the path's index, `R0>1` for a rename.
   */
  readonly changes: string;
  readonly paths: readonly string[];
};

const LINE = /^([0-9a-f]{40,64}) (\d{1,9})((?: (?:[AMD]|R\d{1,9}>)\d{1,9})+)$/;
const LETTERS = { added: 'A', modified: 'M', deleted: 'D' } as const;
const KINDS = { A: 'added', M: 'modified', D: 'deleted' } as const;

/** Returns the basis of a history. */
function historyBasis({
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

/** Serialises a history as canonical JSON. */
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

/** Parses a history; undefined if the bytes are invalid. */
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
