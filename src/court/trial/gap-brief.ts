/**
 * The evidence-gap brief: what is missing when a trial, or a rejection without one, leaves a cause without an
 * answer.
 */
import { PenumbraError } from '../../kernel/index.ts';
import type { WalkerState } from '../../pipeline/index.ts';
import {
  type CourtArtifactData,
  type CourtEvidenceGap,
  courtArtifacts,
  MOST_GAPS,
} from './court-artifacts.ts';
import type { CourtSubject } from './court-subject.ts';
import { mistrialReason, readTrialRecord, strikesOf, type TrialRecord } from './trial-record.ts';

type Brief = CourtArtifactData<'evidence_gap_brief'>;
type Gap = Brief['gaps'][number];

const severities: readonly Gap['severity'][] = ['critical', 'high', 'medium', 'low'];
const severityOf = { fatal: 'critical', weakening: 'high', minor: 'low' } as const;
const LONGEST_TEXT = 1_000;
const LONGEST_NAME = 256;

/** The discovery check that names evidence nobody could examine. */
export const MISSING_EVIDENCE = 'missing-evidence';

/**
 * Builds a brief: the most serious gaps first, at most ten. Without gaps, one entry says that nothing settles
 * the case.
 */
export function makeGapBrief(about: {
  readonly caseId: string;
  readonly confidence: number;
  readonly gaps: readonly Gap[];
  readonly summary: string;
}): Brief {
  const gaps = about.gaps.length > 0 ? about.gaps : [unsettled()];
  const worst = gaps.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  const read = courtArtifacts.evidence_gap_brief.safeParse({
    case_id: about.caseId.slice(0, LONGEST_NAME),
    final_confidence: about.confidence,
    gaps: worst.slice(0, MOST_GAPS).map(cutGap),
    summary: about.summary.slice(0, LONGEST_TEXT),
  });
  if (read.success) return read.data;
  throw new PenumbraError('usage', `a gap brief does not fit: ${read.error.issues[0]?.message}`, {
    hint: 'give a confidence from 0 to 1 and gaps with a description and a category',
  });
}

/** Builds the brief of a conclusion rejected without a trial, from its missing sources of evidence. */
export function rejectionBrief(about: {
  readonly caseId: string;
  readonly confidence: number;
  readonly missing: readonly string[];
}): Brief {
  return makeGapBrief({
    ...about,
    gaps: about.missing.map((what) => missingGap(what, 'evidence')),
    summary: 'no reading of the evidence is likely enough to be tried',
  });
}

/** Builds the brief of a trial that ended without an answer. */
export function courtGapBrief({ id, confidence }: CourtSubject, state: WalkerState): Brief {
  const trial = readTrialRecord(state.outputs);
  const isMistrial = state.terminal !== '_gap_brief';
  const reason = mistrialReason(state);
  return makeGapBrief({
    caseId: id,
    confidence,
    gaps: [
      ...contested(trial),
      ...alternativeLeft(trial),
      ...(isMistrial ? [unfinished(reason, state.node)] : []),
    ],
    summary: isMistrial ? `the trial ended without a verdict: ${reason}` : 'the charge did not stand',
  });
}

function contested({ brief, hearing, discovery, exhibits }: TrialRecord): readonly Gap[] {
  const strikes = strikesOf(hearing);
  const handleOf = (index: number) => exhibits?.exhibits[index]?.handle ?? '';
  const challenges = (brief?.challenges ?? []).map(({ evidence_index, challenge, severity }) =>
    courtGap({
      description: challenge || 'an exhibit is contested',
      category: strikes.includes(evidence_index) ? 'struck-evidence' : 'contested-evidence',
      source: handleOf(evidence_index),
      severity: severityOf[severity],
      suggested_action: 'find evidence for the cause that does not rest on this exhibit',
      stage: 'defend',
      identified_by: 'defense',
    }),
  );
  const missing = (discovery?.checks ?? []).filter(({ name }) => name === MISSING_EVIDENCE);
  return [...challenges, ...missing.map(({ result, handles: [source = ''] }) => missingGap(result, source))];
}

function alternativeLeft({ brief }: TrialRecord): readonly Gap[] {
  const { alternative_hypothesis: hypothesis, alternative_handles: [source = ''] = [] } = brief ?? {};
  if (hypothesis === undefined) return [];
  return [
    courtGap({
      description: `not ruled out: ${hypothesis}`,
      category: 'alternative',
      source,
      severity: 'high',
      suggested_action: 'run the failing test with each of the two places changed back',
      stage: 'defend',
      identified_by: 'defense',
    }),
  ];
}

function unfinished(reason: string, node: string): Gap {
  return courtGap({
    description: `the trial ended at ${node}: ${reason}`,
    category: 'process',
    source: node,
    severity: 'medium',
    suggested_action: 'look at the record of the trial, or give it more time, rounds or remands',
    stage: node,
    identified_by: 'court',
  });
}

function missingGap(what: string, source: string): Gap {
  return courtGap({
    description: `evidence that was not there: ${what}`,
    category: MISSING_EVIDENCE,
    source,
    severity: 'medium',
    suggested_action: 'bring this evidence and investigate again',
    stage: 'discover',
    identified_by: 'discovery',
  });
}

function unsettled(): Gap {
  return courtGap({
    description: 'nothing that is known settles the case',
    category: 'evidence',
    source: '',
    severity: 'medium',
    suggested_action: 'run the failing test at an earlier revision, or bring a trace, its source or history',
    stage: 'verdict',
    identified_by: 'court',
  });
}

function courtGap(gap: CourtEvidenceGap): CourtEvidenceGap {
  return gap;
}

function cutGap(gap: Gap): Gap {
  return {
    ...gap,
    description: gap.description.slice(0, LONGEST_TEXT),
    source: gap.source.slice(0, LONGEST_NAME),
  };
}
