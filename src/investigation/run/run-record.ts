/** A run as stored in its frame: its inputs and the cases it opened. Resuming reads it from there. */
import {
  type CanonicalValue,
  canonicalText,
  cite,
  type FrameId,
  type Id,
  PenumbraError,
  parseCanonical,
  shortId,
} from '../../kernel/index.ts';
import {
  currentFrames,
  type FrameDraft,
  frameLog,
  type Ledger,
  readFrames,
  type Subject,
} from '../../ledger/index.ts';
import { caseSubject } from '../../pipeline/index.ts';
import type { CaseRecord, TestCounts, UnreadReport } from '../../rca/index.ts';
import type { ReportCause, ReportDocument } from '../../record/index.ts';
import type { RunInputs } from './run-inputs.ts';
import type { KeptSecret } from './run-secrets.ts';

const RUN_TYPE = 'run';
/** The type of a run's report; its first frame is the argued report, later ones contain proofs. */
export const REPORT_TYPE = 'run-report';
const decoder = new TextDecoder();

/** The content of a run's frame. */
export type RunRecord = {
  readonly inputs: RunInputs;
  readonly tests: TestCounts;
  readonly unread: readonly UnreadReport[];
  readonly cases: readonly { readonly id: string; readonly frame: FrameId }[];
  /** The kept form of the secrets in its reports, if any. */
  readonly secrets?: readonly KeptSecret[];
  /** The frame with the coverage, if any was given. */
  readonly coverage?: FrameId;
};

/** A case of a run; a case links only to earlier ones. */
export type OpenCase = {
  readonly order: number;
  readonly record: CaseRecord;
  readonly frame: FrameId;
  readonly subject: Subject;
};

/** Returns the frame of a run. */
export function runDraft(run: Id<'run'>, record: RunRecord): FrameDraft {
  return {
    subject: { kind: 'run', id: run },
    type: RUN_TYPE,
    agent: 'intake',
    basis: {
      inputs: [...record.cases.map(({ frame }) => frame), ...(record.coverage ? [record.coverage] : [])],
    },
    content: canonicalText(record as unknown as CanonicalValue),
  };
}

/** Reads a run's frame, or returns null if there is none. */
export async function findRunRecord(ledger: Ledger, run: Id<'run'>): Promise<RunRecord | null> {
  const frames = await currentFrames(ledger, { kind: 'run', id: run });
  const content = frames.find(({ type }) => type === RUN_TYPE)?.content;
  return content ? (parseCanonical(content) as unknown as RunRecord) : null;
}

/** Reads a run's frame, or throws if there is none. */
export async function readRunRecord(ledger: Ledger, run: Id<'run'>): Promise<RunRecord> {
  const record = await findRunRecord(ledger, run);
  if (record) return record;
  throw new PenumbraError('usage', `${shortId(run)} has no record of what it was made from`, {
    data: { run },
    hint: 'it is no investigation, or its record was erased: `penumbra show` still shows it',
  });
}

/** Returns the log of a run's frame; a run that is not an investigation has none. */
export function runRecordLog(run: Id<'run'>): string {
  return frameLog({ kind: 'run', id: run }, RUN_TYPE);
}

/** Reads the cases of a run, in order. */
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
    if (content === null) throw removedCase(run, record.cases[order]?.id ?? '');
    const caseRecord = parseCanonical(content) as unknown as CaseRecord;
    return { order, record: caseRecord, frame: id, subject: caseSubject(run, caseRecord.id) };
  });
}

function removedCase(run: Id<'run'>, caseId: string): PenumbraError {
  return new PenumbraError('erased', `the record of ${cite(caseId)} in ${shortId(run)} was removed`, {
    data: { run, case: caseId },
    hint: 'the run cannot go on: `penumbra show` still shows what happened in it',
  });
}

/** Returns the report of a run, or null if the run has not ended. */
export async function readReport(ledger: Ledger, run: Id<'run'>): Promise<ReportDocument | null> {
  const frames = await currentFrames(ledger, { kind: 'run', id: run });
  return reportContent(frames.find(({ type }) => type === REPORT_TYPE)?.content ?? null);
}

/** Returns the report in a frame's content; null if the content was erased. */
export function reportContent(content: Uint8Array | null): ReportDocument | null {
  return content && (JSON.parse(decoder.decode(content)) as ReportDocument);
}

/**
 * Returns the cases of a cause: those the report names, plus those whose tests all belong to the cause and
 * that no other cause claims, because the report does not name the case behind a recalled cause.
 */
export function casesOfCause(
  { causes }: Pick<ReportDocument, 'causes'>,
  cause: ReportCause,
  cases: readonly CaseRecord[],
): readonly CaseRecord[] {
  const others = causes.filter((other) => other !== cause);
  const own = new Set(cause.tests.map(testKey));
  return cases.filter(
    (one) =>
      isNamedBy(cause, one) ||
      (!others.some((other) => isNamedBy(other, one)) && one.tests.every((test) => own.has(testKey(test)))),
  );
}

function isNamedBy({ id, duplicates }: ReportCause, { id: caseId }: CaseRecord): boolean {
  return duplicates.includes(caseId) || id === caseId.replace(/^case-/, 'cause-');
}

function testKey({ suite, name }: { readonly suite: string; readonly name: string }): string {
  return JSON.stringify([suite, name]);
}
