// Cases as they stand at the end of their walks, for tests of the report.
import type { Artifact } from '../../src/pipeline/index.ts';
import type { AnsweredCase } from '../../src/rca/answer/answered-case.ts';
import { assembleReport, type ReportInput } from '../../src/rca/answer/assemble-report.ts';
import type { ReportCause, ReportDocument } from '../../src/record/index.ts';

/** The whole light path. */
export const LIGHT = ['recall', 'triage', 'resolve', 'investigate', 'correlate', 'review', 'report'];

/** Makes suspects, one for each confidence. */
export function suspects(confidences: readonly number[]) {
  return confidences.map((confidence, index) => ({
    path: `src/${index}.ts`,
    score: 10_000 - index * 1_000,
    confidence,
    handle: `frame:${index}`,
  }));
}

/** Makes what an investigation found. */
export function investigated(confidences: readonly number[], defect_type = 'product_bug'): Artifact {
  const data = {
    rca_message: 'it breaks there',
    defect_type,
    world: 'change',
    suspects: suspects(confidences),
    commits: [{ id: 'abc', score: 3 }],
    convergence_score: 0.8,
    evidence_refs: [],
  };
  return { type: 'investigate', data: data as unknown as Artifact['data'] };
}

/** Makes a link to another case. */
export function correlated(linked_rca_id: string, confidence = 0.9): Artifact {
  return { type: 'correlate', confidence, data: { is_duplicate: true, linked_rca_id, reasoning: '' } };
}

/** Makes the report of a case that needed no search. */
export function reported(confidence: number, defect_type = 'flaky'): Artifact {
  const data = {
    case_id: '',
    defect_type,
    suspects: [],
    summary: 'passes when run again',
    next_steps: ['quarantine it'],
  };
  return { type: 'report', confidence, data };
}

/** Makes a case that was concluded, with changes. */
export function answered(
  name: string,
  changes: Partial<AnsweredCase> & { readonly count?: number } = {},
): AnsweredCase {
  const { count = 1, ...rest } = changes;
  return {
    record: {
      id: `case-${name}`,
      fingerprint: { hash: name, exception: 'E', template: 't', places: [] },
      failures: [],
      count,
      tests: [{ suite: 'S', name }],
      isFlaky: false,
    },
    outputs: { investigate: investigated([0.9, 0.04]) },
    path: LIGHT,
    terminal: '_done',
    evidence: [],
    isKnown: false,
    ...rest,
  };
}

/** Makes a case that was found to be a duplicate. */
export function duplicate(name: string, of: string, changes: Partial<AnsweredCase> = {}): AnsweredCase {
  return answered(name, {
    outputs: { investigate: investigated([0.9]), correlate: correlated(`case-${of}`) },
    path: LIGHT.slice(0, 5),
    ...changes,
  });
}

const input: Omit<ReportInput, 'cases'> = {
  run: 'run:1',
  repository: 'shop',
  revision: null,
  versions: { penumbra: '1' },
  history: 'full',
  unread: [],
  counts: { total: 20, passed: 10, failed: 6, errored: 3, skipped: 0, flaky: 1 },
};

/** Assembles the report of cases. */
export function report(cases: readonly AnsweredCase[], changes: Partial<ReportInput> = {}): ReportDocument {
  return assembleReport({ ...input, ...changes, cases });
}

/** Returns the one cause of one case. */
export function causeOf(one: AnsweredCase, changes: Partial<ReportInput> = {}): ReportCause {
  const [cause] = report([one], changes).causes;
  if (cause === undefined) throw new Error('there is a cause for every case');
  return cause;
}
