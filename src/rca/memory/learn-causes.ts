/**
 * What a run teaches memory: the frames and log entries to write when it ends. Every failure is remembered as
 * a symptom. A cause is remembered only if something is known about it and it was not itself recalled,
 * because a memory does not confirm itself.
 */
import { canonicalText, type FrameId, isId, toBasisPoints } from '../../kernel/index.ts';
import {
  type Append,
  type BasisInput,
  type FrameDraft,
  frameBatch,
  type Ledger,
} from '../../ledger/index.ts';
import type { CauseStatus, ReportCause } from '../../record/index.ts';
import type { PriorCauseBlock, SymptomBlock } from '../blocks/case-blocks.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { causeSubject, MEMORY_AGENT, MEMORY_LOG, memoryLimits, symptomSubject } from './memory-types.ts';
import type { MemoryView, Remembered } from './read-memory.ts';
import {
  type ContentOf,
  groundInput,
  groundOf,
  type HasCommit,
  isPriorStale,
  mergedId,
  rememberedCause,
  testHashes,
} from './remembered-cause.ts';

/** A cause as stated in the run's report, and the cases it explains. */
type LearnedCause = { readonly cause: ReportCause; readonly cases: readonly CaseRecord[] };

/** What to write: frames, and the log entries that name them. */
export type Lesson = { readonly drafts: readonly FrameDraft[]; readonly appends: readonly Append[] };

/** The results of a run, and the present memory, which may be newer than when the run began. */
export type LearnOptions = {
  readonly run: string;
  readonly view: MemoryView;
  readonly causes: readonly LearnedCause[];
  readonly contentOf: ContentOf;
  readonly hasCommit?: HasCommit;
};

const PRODUCER = { name: 'memory', version: '1' } as const;

/** How settled each status is; other statuses are not remembered. */
const ranks: Readonly<Partial<Record<CauseStatus, number>>> = {
  likely: 1,
  narrowed: 2,
  concluded: 3,
  proven: 4,
};

/** The statuses based on experiments; only these confirm an answer that is remembered already. */
const executed: readonly CauseStatus[] = ['proven', 'narrowed'];

/** Returns what to write at the end of a run; empty if memory holds it already. */
export function learnCauses(
  ledger: Pick<Ledger, 'types' | 'clock' | 'store'>,
  options: LearnOptions,
): Lesson {
  const { view, causes } = options;
  const drafts = causes.flatMap((learned) => {
    const { id, block } = lessonOf(learned, options);
    return [
      ...(block === null ? [] : [causeDraft(block, learned.cause, options)]),
      ...learned.cases.map((record) => symptomDraft(record, { id, options })),
    ];
  });
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

/**
 * Returns the id under which memory knows a cause (null if it is not to be remembered), and what to learn
 * about it.
 */
function lessonOf(
  { cause, cases }: LearnedCause,
  options: LearnOptions,
): { readonly id: string | null; readonly block: PriorCauseBlock | null } {
  if (ranks[cause.status] === undefined) return { id: null, block: null };
  const { view } = options;
  const hashes = testHashes(cases.flatMap(({ tests }) => tests));
  const before = rememberedCause(view, cause.id, hashes);
  const isElsewhere = before === undefined && view.causes.has(mergedId(view, cause.id));
  if (cause.first_seen !== undefined || isElsewhere) return { id: before?.block.id ?? null, block: null };
  const found = foundCause(cause, options.run);
  if (before === undefined) return { id: cause.id, block: found };
  if (isRejected(found, before.block)) return { id: null, block: null };
  const { id } = before.block;
  return {
    id,
    block: addsToMemory(found, before, options) ? overLearned(found, before.block, hashes) : null,
  };
}

/** A file that a person rejected as the cause is not proposed to them again. */
function isRejected({ suspects: [first] }: PriorCauseBlock, { rejected = [] }: PriorCauseBlock): boolean {
  return first !== undefined && rejected.includes(first.path);
}

/**
 * INVARIANT (seen twice is not surer): while the remembered cause is still valid, the same answer adds
 * nothing unless it was confirmed by an experiment, and a different answer replaces it only if it is as
 * settled; a person's answer is never replaced.
 */
function addsToMemory(
  found: PriorCauseBlock,
  before: Remembered<PriorCauseBlock>,
  { contentOf, hasCommit }: LearnOptions,
): boolean {
  const { block } = before;
  const isClosed = block.person?.word === 'wrong' || block.person?.word === 'retired';
  if (isClosed || rankOf(block) === 0) return true;
  if (isPriorStale(before, contentOf, hasCommit)) return true;
  if (block.confirmed_by !== undefined) return false;
  const isSame =
    found.suspects[0]?.path === block.suspects[0]?.path && found.defect_type === block.defect_type;
  if (isSame) return executed.includes(found.status) && rankOf(found) > rankOf(block);
  return rankOf(found) >= rankOf(block);
}

function rankOf({ status }: Pick<PriorCauseBlock, 'status'>): number {
  return ranks[status] ?? 0;
}

/** Keeps people's statements about merges, splits and wrong places when a cause is learned again. */
function overLearned(
  found: PriorCauseBlock,
  { id, first_seen, tests, other_tests, aliases, rejected }: PriorCauseBlock,
  hashes: readonly string[],
): PriorCauseBlock {
  const scope = tests && [...new Set([...tests, ...hashes])].slice(0, memoryLimits.tests);
  return {
    ...found,
    id,
    first_seen,
    ...(scope !== undefined && { tests: scope }),
    ...(other_tests !== undefined && { other_tests }),
    ...(aliases !== undefined && { aliases }),
    ...(rejected !== undefined && { rejected }),
  };
}

/** Returns a cause of a report in the form memory keeps. */
export function foundCause(cause: ReportCause, run: string): PriorCauseBlock {
  return {
    id: cause.id,
    defect_type: cause.defect_type,
    status: cause.status,
    confidence: toBasisPoints(cause.confidence),
    summary: cause.summary,
    suspects: cause.suspects
      .slice(0, memoryLimits.suspects)
      .map((suspect) => ({ ...suspect, confidence: toBasisPoints(suspect.confidence) })),
    commits: cause.commits.slice(0, memoryLimits.commits).map(keptCommit),
    first_seen: run,
    ...(cause.change !== undefined && { change: { commit: cause.change.commit } }),
  };
}

/** Omits what is unknown about a commit. */
function keptCommit({
  id,
  score,
  subject,
  author,
  date,
}: ReportCause['commits'][number]): PriorCauseBlock['commits'][number] {
  return {
    id,
    score,
    ...(subject && { subject }),
    ...(author && { author }),
    ...(date && { date }),
  };
}

function causeDraft(
  block: PriorCauseBlock,
  cause: ReportCause,
  { view, contentOf }: LearnOptions,
): FrameDraft {
  const files = groundOf(block.suspects).map(({ path }) => groundInput(path, contentOf(path)));
  const evidence = cause.evidence.map(({ handle }) => handle).filter((handle) => isId(handle, 'frame'));
  const before = view.causes.get(block.id);
  const inputs: readonly BasisInput[] = [
    ...files,
    ...evidence,
    ...(before?.block.person === undefined ? [] : [before.frame]),
  ];
  return {
    subject: causeSubject(block.id),
    type: 'cause',
    agent: MEMORY_AGENT,
    basis: { inputs: uniqueInputs(inputs), producer: PRODUCER },
    content: canonicalText(block),
  };
}

/** Two files may have the same content. */
function uniqueInputs(inputs: readonly BasisInput[]): readonly BasisInput[] {
  return [...new Map(inputs.map((input) => [canonicalText(input), input])).values()];
}

function symptomDraft(
  record: CaseRecord,
  {
    id,
    options: { run, view },
  }: { readonly id: string | null; readonly options: Pick<LearnOptions, 'run' | 'view'> },
): FrameDraft {
  return {
    subject: symptomSubject(record.fingerprint.hash),
    type: 'symptom',
    agent: MEMORY_AGENT,
    basis: { inputs: [{ external: { name: 'run', value: run } }], producer: PRODUCER },
    content: canonicalText(
      seenSymptom(record, { id, run, before: view.symptoms.get(record.fingerprint.hash)?.block }),
    ),
  };
}

/**
 * Returns a failure in the form memory keeps: the earlier symptom with this run added, and the cause if there
 * is one.
 */
export function seenSymptom(
  { fingerprint: { hash, ...marks }, count }: Pick<CaseRecord, 'fingerprint' | 'count'>,
  {
    id,
    run,
    before,
  }: { readonly id: string | null; readonly run: string; readonly before: SymptomBlock | undefined },
): SymptomBlock {
  const isCounted = before?.last_seen === run;
  return {
    fingerprint: hash,
    ...marks,
    count: (before?.count ?? 0) + (isCounted ? 0 : count),
    first_seen: before?.first_seen ?? run,
    last_seen: run,
    causes: [...new Set([...(id === null ? [] : [id]), ...(before?.causes ?? [])])],
  };
}
