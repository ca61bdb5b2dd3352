/** A run as its frame keeps it: what it was made from and the cases it opened. A resumption reads it from there. */
import {
  type CanonicalValue,
  canonicalText,
  cite,
  type FrameId,
  type Id,
  makeId,
  PenumbraError,
  parseCanonical,
  type Sha256,
  shortId,
} from '../../kernel/index.ts';
import {
  currentFrames,
  everyHead,
  type FrameDraft,
  type Ledger,
  readFrames,
  type StoreReader,
} from '../../ledger/index.ts';
import type { CaseRecord, TestCounts, UnreadReport } from '../../rca/index.ts';
import type { RunInputs } from './run-inputs.ts';
import { RUN_LOGS } from './run-log.ts';
import { caseSubject, type OpenCase } from './run-setting.ts';

/** The content of a run's frame. */
export type RunRecord = {
  readonly inputs: RunInputs;
  readonly tests: TestCounts;
  readonly unread: readonly UnreadReport[];
  readonly cases: readonly { readonly id: string; readonly frame: FrameId }[];
};

/** Returns the frame of a run. */
export function runDraft(run: Id<'run'>, record: RunRecord): FrameDraft {
  return {
    subject: { kind: 'run', id: run },
    type: 'run',
    agent: 'intake',
    basis: { inputs: record.cases.map(({ frame }) => frame) },
    content: canonicalText(record as unknown as CanonicalValue),
  };
}

/** Reads a run's frame. */
export async function readRunRecord(ledger: Ledger, run: Id<'run'>): Promise<RunRecord> {
  const frames = await currentFrames(ledger, { kind: 'run', id: run });
  const content = frames.find(({ type }) => type === 'run')?.content;
  if (content) return parseCanonical(content) as unknown as RunRecord;
  throw new PenumbraError('store-damaged', `\`${run}\` has no record of what it was made from`, {
    hint: 'run `penumbra validate`, and investigate again',
  });
}

/** Reads the cases of a run, in their order. */
export async function readCases(
  ledger: Ledger,
  run: Id<'run'>,
  record: RunRecord,
): Promise<readonly OpenCase[]> {
  const frames = await readFrames(
    ledger.store,
    record.cases.map(({ frame }) => frame),
  );
  return frames.map(({ id, content }, order) => {
    const caseRecord = parseCanonical(content ?? new Uint8Array()) as unknown as CaseRecord;
    return { order, record: caseRecord, frame: id, subject: caseSubject(run, caseRecord.id) };
  });
}

/** Returns the run that a text names: by id, by a beginning of it, or as `latest`. */
export async function findRun(store: StoreReader, text: string): Promise<Id<'run'>> {
  const digits = text.toLowerCase().replace(/^run:/, '');
  const found: { readonly run: Id<'run'>; readonly stamp: number }[] = [];
  const prefix =
    text === 'latest' ? RUN_LOGS : `${RUN_LOGS}${/^[0-9a-f]{4,64}$/.test(digits) ? digits : '-'}`;
  for await (const { log } of everyHead(store, prefix)) {
    const [first] = await store.readLog(log, { limit: 1 });
    found.push({ run: makeId('run', log.slice(RUN_LOGS.length) as Sha256), stamp: first?.stamp ?? 0 });
  }
  const [newest, second] = found.sort((left, right) => right.stamp - left.stamp);
  if (newest && (text === 'latest' || second === undefined)) return newest.run;
  if (newest === undefined)
    throw new PenumbraError(
      'invalid-id',
      text === 'latest' ? 'there is no run yet' : `no run begins with ${cite(text)}`,
      {
        hint: 'list the runs with `penumbra runs`',
      },
    );
  const shown = found.slice(0, 8).map(({ run }) => shortId(run));
  throw new PenumbraError('invalid-id', `${cite(text)} may mean ${shown.join(', ')}`, {
    hint: 'give more digits',
  });
}
