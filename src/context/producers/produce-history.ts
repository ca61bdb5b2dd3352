/**
 * The producer `history`: what happened to which files, from one `git log` for all of them, kept by the commit it
 * starts at and read back for as long as that is the newest.
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

/** Where a history starts, whether it is whole, and how it is asked for. */
export type HistoryInput = {
  /** The full id of the newest commit. */
  readonly revision: string;
  /** Whether all that came before is there; the same commit has another history once a shallow clone is deepened. */
  readonly depth: 'full' | 'shallow';
  /** Returns what git prints for `gitLogArguments` from the revision on, or null where it cannot tell. */
  log(): Promise<Uint8Array | null> | Uint8Array | null;
};

const COMMIT = /^[0-9a-f]{40,64}$/;
const NUL = 0;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns the history up to a commit, asking git only where it was never read before; null where git cannot tell. */
export async function produceHistory(ledger: Ledger, input: HistoryInput): Promise<CommitHistory | null> {
  requireInput(input);
  const kept = await readBack(ledger, input);
  if (kept) return kept;
  const log = await input.log();
  if (log === null) return null;
  const history = readHistoryLog(log);
  // A log without commits may be one that failed, and costs nothing to read again.
  if (history.commits.length > 0) await keep(ledger, input, history);
  return history;
}

/** Reads the history that git printed. */
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
  // Canonical JSON is ASCII, so the length of a content is its size.
  if (content.length > limits.objectBytes) return;
  const subject = { kind: 'node', id: ROOT_PATH } as const;
  const basis = historyBasis(input);
  await keepProduced(ledger, [{ subject, type: historyType.name, agent: HISTORY_AGENT, basis, content }]);
}

/** Decodes a log, as far as it is read; names that are not UTF-8 become names that no file has. */
function logText(log: Uint8Array): string {
  if (log.length <= producerLimits.logBytes) return decoder.decode(log);
  // A path that is cut is no path, so the last whole one is the end.
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

/** Creates the producer; `present` returns where the history starts now, or null without a repository. */
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
      // Canonical JSON is ASCII, so the length of a content is its size.
      return content !== null && content.length <= limits.objectBytes ? content : null;
    },
  };
}

/** Begins a commit; no path does. */
const COMMIT_MARK = '\u0001';
const ID = /^[0-9a-f]{40,64}$/;
const STATUS = /^[A-Z]\d{0,3}$/;

/**
 * The arguments of git whose output `parseGitLog` reads. The format needs commits and trees only, so it works in a
 * partial clone: equal files are found as renames by their ids, and no file's content is compared.
 */
export const gitLogArguments: readonly string[] = [
  'log',
  '-z',
  '--name-status',
  '-M100%',
  `--max-count=${producerLimits.commits}`,
  '--format=%x01%H',
];

/** Reads the commits of a log, newest first; what is not understood is passed over. */
export function* parseGitLog(text: string): Generator<CommitRecord> {
  let commit: string | undefined;
  let files: FileChange[] = [];
  const fields = text.split('\0').values();
  for (const field of fields) {
    // Git puts a line's end between a commit and its first file.
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

/** A status is followed by the path, that of a rename or copy by the former path and the new one. */
function fileChange(status: string, nextField: () => string | undefined): FileChange | undefined {
  const first = nextField();
  const isRename = status.startsWith('R');
  const path = isRename || status.startsWith('C') ? nextField() : first;
  // A log that breaks off may end within an entry.
  if (first === undefined || path === undefined || path === '') return undefined;
  if (isRename) return { kind: 'renamed', path, from: first };
  if (status === 'A' || status.startsWith('C')) return { kind: 'added', path };
  return { kind: status === 'D' ? 'deleted' : 'modified', path };
}

/** The agent in whose name histories are kept. */
const HISTORY_AGENT = 'history';

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
