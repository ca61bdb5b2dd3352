/**
 * What a run teaches: the frames and log entries to write when it ends. Every failure is remembered as a symptom;
 * causes only where they are concluded and were not themselves recalled, for a memory does not confirm itself.
 */
import { canonicalText, type FrameId, isId, toBasisPoints } from '../../kernel/index.ts';
import {
  type Append,
  type BasisInput,
  type FrameDraft,
  frameBatch,
  type Ledger,
} from '../../ledger/index.ts';
import type { ReportCause } from '../../record/index.ts';
import type { PriorCauseBlock, SymptomBlock } from '../case/case-blocks.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { causeSubject, MEMORY_AGENT, MEMORY_LOG, symptomSubject } from './memory-types.ts';
import { type ContentOf, groundOf } from './prior-staleness.ts';
import type { MemoryView } from './read-memory.ts';

/** A cause as the run's report states it, and the cases it explains. */
export type LearnedCause = { readonly cause: ReportCause; readonly cases: readonly CaseRecord[] };

/** What to write: frames, and the entries of the log that name them. */
export type Lesson = { readonly drafts: readonly FrameDraft[]; readonly appends: readonly Append[] };

/** What a run came to, and the memory it adds to: as it is now, which may be later than where the run began. */
export type LearnOptions = {
  readonly run: string;
  readonly view: MemoryView;
  readonly causes: readonly LearnedCause[];
  readonly contentOf: ContentOf;
};

/** How many suspects of a cause are remembered. */
const MOST_SUSPECTS = 10;
const PRODUCER = { name: 'memory', version: '1' } as const;

/** Returns what is to be written at the end of a run; nothing where the memory holds it already. */
export function learnCauses(
  ledger: Pick<Ledger, 'types' | 'clock' | 'store'>,
  options: LearnOptions,
): Lesson {
  const { view, causes } = options;
  const drafts = causes.flatMap((learned) => [
    ...(isLearned(learned.cause) ? [causeDraft(learned.cause, options)] : []),
    ...learned.cases.map((record) => symptomDraft(record, learned.cause, options)),
  ]);
  const known = new Set<FrameId>(
    [...view.symptoms.values(), ...view.causes.values()].map(({ frame }) => frame),
  );
  const fresh = drafts
    .map((draft) => ({ draft, frame: frameBatch(ledger, draft).frameId }))
    .filter(({ frame }) => !known.has(frame));
  return {
    drafts: fresh.map(({ draft }) => draft),
    appends: fresh.map(({ frame }) => ({
      log: MEMORY_LOG,
      value: canonicalText({ change: 'learned', frame }),
    })),
  };
}

function isLearned({ status, first_seen }: ReportCause): boolean {
  return status === 'concluded' && first_seen === undefined;
}

function causeDraft(cause: ReportCause, { run, view, contentOf }: LearnOptions): FrameDraft {
  const block: PriorCauseBlock = {
    id: cause.id,
    defect_type: cause.defect_type,
    status: cause.status,
    confidence: toBasisPoints(cause.confidence),
    summary: cause.summary,
    suspects: cause.suspects
      .slice(0, MOST_SUSPECTS)
      .map((suspect) => ({ ...suspect, confidence: toBasisPoints(suspect.confidence) })),
    commits: cause.commits,
    first_seen: view.causes.get(cause.id)?.block.first_seen ?? run,
  };
  const files = groundOf(block.suspects).flatMap(({ path }) => contentOf(path) ?? []);
  const evidence = cause.evidence.map(({ handle }) => handle).filter((handle) => isId(handle, 'frame'));
  const inputs: readonly BasisInput[] = [...new Set([...files, ...evidence])];
  return {
    subject: causeSubject(cause.id),
    type: 'cause',
    agent: MEMORY_AGENT,
    basis: { inputs, producer: PRODUCER },
    content: canonicalText(block),
  };
}

function symptomDraft(
  { fingerprint: { hash, ...marks }, count }: CaseRecord,
  cause: ReportCause,
  { run, view }: LearnOptions,
): FrameDraft {
  const before = view.symptoms.get(hash)?.block;
  const isCounted = before?.last_seen === run;
  const causes = [...(cause.status === 'concluded' ? [cause.id] : []), ...(before?.causes ?? [])];
  const block: SymptomBlock = {
    fingerprint: hash,
    ...marks,
    count: (before?.count ?? 0) + (isCounted ? 0 : count),
    first_seen: before?.first_seen ?? run,
    last_seen: run,
    causes: [...new Set(causes)],
  };
  return {
    subject: symptomSubject(hash),
    type: 'symptom',
    agent: MEMORY_AGENT,
    basis: { inputs: [{ external: { name: 'run', value: run } }], producer: PRODUCER },
    content: canonicalText(block),
  };
}
