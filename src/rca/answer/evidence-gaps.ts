/** Lists what is missing when a cause is not established, and what would provide it. */
import type { EvidenceGap, HistoryDepth, ReportSuspect } from '../../record/index.ts';
import type { AnsweredCase } from './answered-case.ts';

const MOST_GAPS = 10;

/** A lead below this, in thousandths of a nat, barely separates two suspects: odds of three to two. */
const THIN_LEAD = 400;

type GapView = {
  readonly answered: AnsweredCase;
  readonly history: HistoryDepth;
  readonly suspects: readonly ReportSuspect[];
};

type GapRule = EvidenceGap & { readonly isOpen: (view: GapView) => boolean };

const isMissing =
  (what: 'history' | 'test-source' | 'own-frames') =>
  ({ answered }: GapView): boolean =>
    answered.base?.missing.includes(what) ?? false;

/** The gaps that can be derived from the evidence, most serious first. */
const rules: readonly GapRule[] = [
  {
    description: 'the investigation did not come to its end',
    category: 'process',
    source: 'walk',
    severity: 'critical',
    suggested_action: 'resume the run, or look at its last step',
    isOpen: ({ answered: { terminal } }) => terminal !== '_done' && terminal !== '_recommended',
  },
  {
    description: 'nothing that the report names is in this repository',
    category: 'source',
    source: 'report',
    severity: 'critical',
    suggested_action: 'run in the repository that the tests belong to, at the revision that was tested',
    isOpen: ({ answered }) => answered.base?.is_foreign ?? false,
  },
  {
    description: 'the tests ran at another revision than the one that is checked out',
    category: 'source',
    source: 'report',
    severity: 'high',
    suggested_action: 'run the tests again here, or check out the revision that they ran at',
    isOpen: ({ answered }) => answered.base?.is_elsewhere ?? false,
  },
  {
    description: 'no file of the repository has evidence against it',
    category: 'source',
    source: 'search',
    severity: 'critical',
    suggested_action: 'see that the sources are checked out, and that the report has traces or test names',
    isOpen: ({ suspects }) => suspects.length === 0,
  },
  {
    description: 'the source of the failing test was not found',
    category: 'test',
    source: 'tree',
    severity: 'high',
    suggested_action: 'let the report name the file or class of each test, and check the tests out',
    isOpen: isMissing('test-source'),
  },
  {
    description: 'the trace shows no frame of this repository',
    category: 'trace',
    source: 'report',
    severity: 'high',
    suggested_action: 'run the test with full stack traces (for Maven `-DtrimStackTrace=false`)',
    isOpen: isMissing('own-frames'),
  },
  {
    description: 'there is no history to read',
    category: 'history',
    source: 'git',
    severity: 'high',
    suggested_action: 'run inside a clone with its history',
    isOpen: ({ history }) => history === 'none',
  },
  {
    description: 'the history is cut off',
    category: 'history',
    source: 'git',
    severity: 'medium',
    suggested_action: 'fetch the whole history with `git fetch --unshallow`',
    isOpen: ({ history }) => history === 'shallow',
  },
  {
    description: 'no commit that is known touched the candidates',
    category: 'history',
    source: 'git',
    severity: 'medium',
    suggested_action: 'commit the files, or run at a revision that has their history',
    isOpen: (view) => view.history === 'full' && isMissing('history')(view),
  },
  {
    description: 'the first suspects have almost the same evidence',
    category: 'ranking',
    source: 'evidence',
    severity: 'medium',
    suggested_action: 'run the failing test alone with coverage, which tells the suspects apart',
    isOpen: ({ suspects: [first, second] }) =>
      first !== undefined && second !== undefined && first.score - second.score < THIN_LEAD,
  },
];

const WEAK_EVIDENCE: EvidenceGap = {
  description: 'the evidence is too weak for an answer',
  category: 'ranking',
  source: 'evidence',
  severity: 'high',
  suggested_action: 'run the failing test again at the last revision where it passed, and compare',
};

/** Returns what is missing, one to ten entries; gaps found by a trial come first. */
export function evidenceGaps(view: GapView): readonly EvidenceGap[] {
  const tried = view.answered.court?.gapBrief?.gaps ?? [];
  const open = rules.filter(({ isOpen }) => isOpen(view)).map(({ isOpen: _, ...gap }) => gap);
  const gaps = new Map([...tried, ...open].map((gap) => [gap.description, gap]));
  return gaps.size === 0 ? [WEAK_EVIDENCE] : [...gaps.values()].slice(0, MOST_GAPS);
}
