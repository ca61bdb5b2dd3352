/**
 * The wording of screens and reports for the names used in code, YAML and documents. Unlisted names are shown
 * with their separators as spaces, so user-defined pipelines need no entries.
 */
import type { CauseStatus, DefectType, EvidenceGap, HistoryDepth } from '../record/index.ts';
import type { Tone } from './text/terminal-layout.ts';

/** The kinds of defects. */
export const defectWords: Readonly<Record<DefectType, string>> = {
  product_bug: 'bug in the product',
  test_bug: 'bug in the test',
  environment: 'environment',
  infrastructure: 'infrastructure',
  firmware: 'firmware',
  flaky: 'flaky test',
  no_defect: 'no defect',
  to_investigate: 'kind not known yet',
};

/** The wording of a status, with an icon and a tone. */
export type StatusWord = { readonly word: string; readonly icon: string; readonly tone: Tone };

/** The statuses, by reliability. */
export const statusWords: Readonly<Record<CauseStatus, StatusWord>> = {
  proven: { word: 'proven', icon: '✔', tone: 'good' },
  narrowed: { word: 'narrowed', icon: '◑', tone: 'good' },
  concluded: { word: 'settled', icon: '✔', tone: 'good' },
  likely: { word: 'likely', icon: '◐', tone: 'warn' },
  insufficient: { word: 'unclear', icon: '?', tone: 'bad' },
  inconclusive: { word: 'inconclusive', icon: '≈', tone: 'warn' },
  recommended: { word: 'needs a decision', icon: '➜', tone: 'warn' },
};

/** The tone of each severity, worst first. */
export const severityTones: Readonly<Record<EvidenceGap['severity'], Tone>> = {
  critical: 'bad',
  high: 'bad',
  medium: 'warn',
  low: 'plain',
};

/** The effect of missing history on the answer. */
export const historyWords: Readonly<Record<HistoryDepth, string | null>> = {
  full: null,
  shallow:
    'history is shallow: only recent commits could be read, so confidence is lower; fetch the full history and run again',
  none: 'history is off: no commits could be read, so confidence is lower; run inside a clone with its history',
};

const nodes: readonly (readonly [string, string])[] = [
  ['indict', 'claim'],
  ['discover', 'discovery'],
  ['defend', 'rebuttal'],
  ['hearing', 'cross-check'],
  ['verdict', 'decision'],
];

const tables = {
  node: new Map(nodes),
  terminal: new Map([
    ['_done', 'done'],
    ['_recommended', 'handed to a person'],
    ['_remand', 'sent back with questions'],
    ['_gap_brief', 'not established'],
    ['_mistrial', 'inconclusive'],
    ['_exhausted', 'stopped at its limits'],
  ]),
  decision: new Map([
    ['affirm', 'affirmed'],
    ['amend', 'amended'],
    ['acquit', 'not established'],
    ['remand', 'sent back with questions'],
    ['mistrial', 'inconclusive'],
  ]),
  mistrial: new Map([
    ['time_exhausted', 'time ran out'],
    ['deliberation_exhausted', 'no agreement within the allowed rounds'],
    ['judge_declared', 'the reviewer could not decide'],
    ['role_failed', 'one side did not answer'],
  ]),
  purpose: new Map([
    ['recall', 'is this a known cause?'],
    ['triage', 'what kind of failure is it?'],
    ['resolve', 'where could it come from?'],
    ['investigate', 'where is it most likely?'],
    ['correlate', 'do other failures share the cause?'],
    ['review', 'does the conclusion hold?'],
    ['report', 'what to report, and what to do next?'],
    ['indict', 'what supports the conclusion?'],
    ['discover', 'what does the failure alone say?'],
    ['defend', 'what contradicts it?'],
    ['hearing', 'how do both sides compare?'],
    ['verdict', 'what is the decision?'],
  ]),
  choice: new Map([
    ['highest-affinity', 'suits this step best'],
    ['generative-successor', 'next in the hand-off order'],
    ['node-element', 'uses the search strategy that this step asks for'],
    ['list-order', 'first in the list'],
    ['seat', 'holds this seat in the review'],
    ['person', 'answered in place of the agent'],
    ['given', 'named by the definition'],
  ]),
  capability: new Map([
    ['mask-of-recall', 'earlier causes'],
    ['mask-of-the-forge', 'the repository'],
    ['mask-of-correlation', 'the other cases'],
    ['mask-of-judgment', 'a binding decision'],
    ['mask-of-indictment', 'the conclusion'],
    ['mask-of-discovery', 'the raw failure alone'],
  ]),
  source: new Map([
    ['prior-causes', 'known causes'],
    ['tree', 'files'],
    ['outlines', 'declarations'],
  ]),
  artifact: new Map([
    ['indictment', 'claim'],
    ['defense_brief', 'rebuttal'],
    ['hearing_record', 'cross-check'],
    ['verdict', 'decision'],
  ]),
  evidence: new Map([
    ['stack', 'stack trace'],
    ['trace', 'stack trace'],
    ['text', 'same words as the test'],
    ['naming', 'named like the test'],
    ['history', 'changed with the test'],
    ['relations', 'used by the test'],
    ['failure', 'failure message'],
    ['executed', 'executed test'],
    ['prior-cause', 'known cause'],
  ]),
} as const satisfies Record<string, ReadonlyMap<string, string>>;

/** Internal names in sentences of agents, and their wording on screens. */
export const proseWords: ReadonlyMap<string, string> = new Map([
  ...tables.mistrial,
  ...Object.entries(defectWords).filter(([name]) => name.includes('_')),
]);

/** A vocabulary of names chosen by definitions and agents. */
type Vocabulary = keyof typeof tables;

/** Returns the wording for a name, or the name with its separators as spaces. */
export function plainWord(vocabulary: Vocabulary, name: string): string {
  const known: ReadonlyMap<string, string> = tables[vocabulary];
  return known.get(name) ?? (/^[\w-]+$/.test(name) ? name.replace(/[_-]+/g, ' ').trim() || name : name);
}

/** Returns the question a node answers; empty for user-defined nodes. */
export function purposeOf(node: string): string {
  return tables.purpose.get(node) ?? '';
}

/** Checks whether a node belongs to the adversarial review. */
export function isReviewNode(node: string): boolean {
  return tables.node.has(node);
}

/** The wording of screens beside the terms of code and documents. */
export const glossary: readonly { readonly plain: string; readonly code: string }[] = [
  { plain: 'agent profile', code: 'persona' },
  { plain: 'search strategy', code: 'element' },
  { plain: 'hand-off order', code: 'generative cycle' },
  { plain: 'reviewer assignment', code: 'destructive cycle' },
  { plain: 'proposer / reviewer', code: 'light / shadow' },
  { plain: 'node capability', code: 'mask' },
  { plain: 'prompt compiler', code: 'lens' },
  { plain: 'working-set builder', code: 'oracle' },
  { plain: 'disclosure manifest', code: 'envelope' },
  { plain: 'record', code: 'frame' },
  { plain: 'adversarial review', code: 'court' },
  ...nodes.map(([code, plain]) => ({ plain, code })),
  { plain: 'sent back with questions', code: 'remand' },
  { plain: 'not established', code: 'acquit' },
  { plain: 'inconclusive', code: 'mistrial' },
  { plain: 'run of tests on one state', code: 'experiment' },
  { plain: 'guilty lines', code: 'hunks of a proof' },
  { plain: 'passes at / fails at', code: 'green / red state' },
];
