/**
 * Turns what a person says about remembered causes into frames to append: a correction, a rejection, a merge,
 * a split or a retirement. Each frame holds the whole cause after the change; earlier frames stay in the log.
 */
import { type ContentId, canonicalText, cite, type FrameId, taggedHash } from '../../kernel/index.ts';
import type { BasisInput, FrameDraft } from '../../ledger/index.ts';
import type { DefectType, ReportCause, ReportCommit } from '../../record/index.ts';
import type { PersonsWord, PriorCauseBlock } from '../blocks/case-blocks.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { placeName } from '../paths/path-parts.ts';
import { foundCause, seenSymptom } from './learn-causes.ts';
import {
  causeSubject,
  type MemoryChange,
  memoryLimits,
  PERSON_AGENT,
  symptomSubject,
} from './memory-types.ts';
import type { MemoryView, Remembered } from './read-memory.ts';
import { groundInput, groundOf, rememberedCause, SPLIT_MARK, testHashes } from './remembered-cause.ts';

/** The frames to write for a person's statement, each named in the log with this kind of change. */
export type SpokenChange = { readonly change: MemoryChange; readonly drafts: readonly FrameDraft[] };

/** The cause of a finished run that a person comments on. */
export type ReportedCause = {
  readonly run: string;
  /** The frame of the run's report. */
  readonly report: FrameId;
  readonly cause: ReportCause;
  readonly cases: readonly CaseRecord[];
};

/** The location of the cause, as given by a person. */
export type Correction = {
  readonly path: string;
  /** The file's content where the failure was seen; undefined if there was no such file. */
  readonly content: ContentId | undefined;
  readonly symbol?: string | undefined;
  readonly line?: number | undefined;
  readonly defectType?: DefectType | undefined;
  readonly commit?: Omit<ReportCommit, 'score'> | undefined;
  readonly by: string;
};

const PRODUCER = { name: 'person', version: '1' } as const;
/** A person's answer has full confidence. */
const CERTAIN = 10_000;
const SPLIT_DIGITS = 8;

/** Corrects a cause: from now on it is recalled for the same failures of the same tests. */
export function correctCause(view: MemoryView, about: ReportedCause, correction: Correction): SpokenChange {
  const { path, symbol, line, defectType, commit, by, content } = correction;
  const before = beforeOf(view, about);
  const place = {
    path,
    ...(symbol !== undefined && { symbol }),
    ...(line !== undefined && { line }),
  };
  const { change: _change, tests: _tests, ...kept } = before;
  const block: PriorCauseBlock = {
    ...kept,
    defect_type: defectType ?? before.defect_type,
    status: 'concluded',
    confidence: CERTAIN,
    summary: `${cite(by)} says that the cause is in ${placeName(place)}`,
    suspects: [{ ...place, score: CERTAIN, confidence: CERTAIN }],
    commits: commit === undefined ? [] : [{ ...commit, score: CERTAIN }],
    ...(commit !== undefined && { change: { commit: commit.id } }),
    person: { by, word: 'corrected' },
    confirmed_by: by,
    ...scopeOf(before, about),
    rejected: rejectedBy(before, about).filter((one) => one !== path),
  };
  return spoken('corrected', view, about, { block, inputs: [about.report, groundInput(path, content)] });
}

/** Rejects the answer to a cause without giving another: it is neither recalled nor learned again. */
export function rejectCause(view: MemoryView, about: ReportedCause, by: string): SpokenChange {
  const before = beforeOf(view, about);
  const { confirmed_by: _by, tests: _tests, ...kept } = before;
  const block: PriorCauseBlock = {
    ...kept,
    person: { by, word: 'wrong' },
    ...scopeOf(before, about),
    rejected: rejectedBy(before, about),
  };
  return spoken('rejected', view, about, { block, inputs: [about.report] });
}

/** Merges a cause into another, which is then recalled for the failures of both. */
export function mergeCauses(
  view: MemoryView,
  {
    from,
    into,
    by,
  }: Readonly<Record<'from' | 'into', Remembered<PriorCauseBlock>>> & { readonly by: string },
): SpokenChange {
  const [gone, kept] = [from.block, into.block];
  const word: PersonsWord = { by, word: 'merged' };
  const scope =
    gone.tests && kept.tests && bounded([...kept.tests, ...gone.tests], memoryLimits.tests, 'drop');
  const { tests: _tests, other_tests: others = [], ...rest } = kept;
  // Tests that were split off come back with the cause they went to.
  const apart = others.filter((hash) => !gone.tests?.includes(hash));
  const merged: PriorCauseBlock = {
    ...rest,
    person: word,
    aliases: bounded([...(kept.aliases ?? []), gone.id, ...(gone.aliases ?? [])], memoryLimits.aliases) ?? [],
    symptoms: bounded([...(kept.symptoms ?? []), ...symptomsOf(view, gone)], memoryLimits.symptoms) ?? [],
    ...(scope !== undefined && { tests: scope }),
    ...(apart.length > 0 && { other_tests: apart }),
  };
  return {
    change: 'merged',
    drafts: [
      causeDraft(merged, [...into.basis.inputs, into.frame, from.frame]),
      causeDraft({ ...gone, person: { ...word, into: kept.id } }, [from.frame, into.frame]),
    ],
  };
}

/** Splits tests off a cause into one of their own, about which nothing is known yet. */
export function splitCause(
  view: MemoryView,
  {
    cause,
    tests,
    by,
  }: { readonly cause: Remembered<PriorCauseBlock>; readonly by: string; readonly tests: readonly string[] },
): SpokenChange & { readonly id: string } {
  const { block, frame } = cause;
  const id = `${block.id}${SPLIT_MARK}${taggedHash('penumbra/split-cause/1', [...tests].sort()).slice(0, SPLIT_DIGITS)}`;
  const own: PriorCauseBlock = {
    id,
    defect_type: 'to_investigate',
    status: 'insufficient',
    confidence: 0,
    summary: `${cite(by)} says that these tests have a cause of their own`,
    suspects: [],
    commits: [],
    first_seen: block.first_seen,
    person: { by, word: 'split' },
    symptoms: symptomsOf(view, block).slice(0, memoryLimits.symptoms),
    tests,
  };
  const rest: PriorCauseBlock = {
    ...block,
    person: { by, word: 'split' },
    other_tests: bounded([...(block.other_tests ?? []), ...tests], memoryLimits.tests) ?? [],
  };
  return {
    id,
    change: 'split',
    drafts: [causeDraft(rest, [...cause.basis.inputs, frame]), causeDraft(own, [frame])],
  };
}

/** Retires a cause: it is not recalled until it is found or named again. */
export function retireCause({ block, frame }: Remembered<PriorCauseBlock>, by: string): SpokenChange {
  return { change: 'retired', drafts: [causeDraft({ ...block, person: { by, word: 'retired' } }, [frame])] };
}

/** Returns the fingerprints of the failures that memory ties to a cause. */
export function symptomsOf(
  { symptoms }: Pick<MemoryView, 'symptoms'>,
  { id, aliases = [], symptoms: said = [] }: PriorCauseBlock,
): readonly string[] {
  const ids = new Set([id, ...aliases]);
  const tied = [...symptoms.values()].filter(({ block }) => block.causes.some((one) => ids.has(one)));
  return [...new Set([...said, ...tied.map(({ block }) => block.fingerprint)])];
}

/** The cause as remembered; if it never was, as the report states it. */
function beforeOf(view: MemoryView, { cause, cases, run }: ReportedCause): PriorCauseBlock {
  const known = rememberedCause(view, cause.id, testHashes(cases.flatMap(({ tests }) => tests)));
  return known?.block ?? foundCause(cause, cause.first_seen ?? run);
}

/**
 * The failures and tests a statement is about, added to those it covered before. Beyond the limit it covers
 * all of them.
 */
function scopeOf(
  before: PriorCauseBlock,
  { cases }: ReportedCause,
): { readonly symptoms: readonly string[]; readonly tests?: readonly string[] } {
  const tests = bounded(
    [...(before.tests ?? []), ...testHashes(cases.flatMap((one) => one.tests))],
    memoryLimits.tests,
    'drop',
  );
  const symptoms = [...cases.map(({ fingerprint }) => fingerprint.hash), ...(before.symptoms ?? [])];
  return {
    symptoms: bounded(symptoms, memoryLimits.symptoms) ?? [],
    ...(tests !== undefined && { tests }),
  };
}

/** The files that the report gave as its answer, and those rejected before. */
function rejectedBy({ rejected = [] }: PriorCauseBlock, { cause, run }: ReportedCause): readonly string[] {
  const answered = groundOf(foundCause(cause, run).suspects).map(({ path }) => path);
  return bounded([...answered, ...rejected], memoryLimits.rejected) ?? [];
}

/**
 * Returns the distinct values. Beyond the limit they are cut, or dropped if a part would mean something else
 * than the whole.
 */
function bounded(
  items: readonly string[],
  most: number,
  over: 'cut' | 'drop' = 'cut',
): readonly string[] | undefined {
  const unique = [...new Set(items)];
  return unique.length > most && over === 'drop' ? undefined : unique.slice(0, most);
}

function spoken(
  change: MemoryChange,
  view: MemoryView,
  { run, cases, report }: ReportedCause,
  { block, inputs }: { readonly block: PriorCauseBlock; readonly inputs: readonly BasisInput[] },
): SpokenChange {
  const symptoms = cases.map((record): FrameDraft => {
    const before = view.symptoms.get(record.fingerprint.hash)?.block;
    const seen = before ?? seenSymptom(record, { id: null, run, before });
    const causes = [...new Set([block.id, ...seen.causes])];
    return {
      subject: symptomSubject(record.fingerprint.hash),
      type: 'symptom',
      agent: PERSON_AGENT,
      basis: { inputs: [report], producer: PRODUCER },
      content: canonicalText({ ...seen, causes }),
    };
  });
  return { change, drafts: [causeDraft(block, inputs), ...symptoms] };
}

function causeDraft(block: PriorCauseBlock, inputs: readonly BasisInput[]): FrameDraft {
  const unique = [...new Map(inputs.map((input) => [canonicalText(input), input])).values()];
  return {
    subject: causeSubject(block.id),
    type: 'cause',
    agent: PERSON_AGENT,
    basis: { inputs: unique, producer: PRODUCER },
    content: canonicalText(block),
  };
}
