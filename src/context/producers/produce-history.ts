/**
 * The producer `history`: what happened to which files, from one `git log` for all of them, kept by the commit it
 * starts at and read back for as long as that is the newest.
 */
import { cite, limits, PenumbraError } from '../../kernel/index.ts';
import { basisIdFor, type Ledger } from '../../ledger/index.ts';
import { ROOT_PATH } from '../scan/tree.ts';
import { type CommitHistory, type CommitRecord, createCommitHistory } from './commit-history.ts';
import { findProduced } from './find-produced.ts';
import { decodeHistory, encodeHistory, HISTORY_AGENT, historyBasis, historyType } from './history-frame.ts';
import { keepProduced } from './keep-produced.ts';
import { parseGitLog } from './parse-git-log.ts';
import { producerLimits } from './producer-limits.ts';

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
export function readHistoryLog(log: Uint8Array): CommitHistory {
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
