/**
 * The wording for experiments shared by all views: the proof, or otherwise what is known and what to do next.
 */
import type { ReportCause, ReportExperiments, ReportProof } from '../record/index.ts';
import { proofOf, standsOut } from './describe-cause.ts';
import { type ChangeSummary, commitWords, failingCount, isOpen } from './describe-change.ts';
import { shortenSteps } from './shorten-steps.ts';
import { cutText, foldList } from './text/fit-text.ts';
import { countOf, percentOf, rateInterval } from './text/quantity.ts';
import { shortCommit, shortName } from './text/short-name.ts';
import { visibleLine, visibleProse } from './text/visible-text.ts';

const LONGEST_SENTENCE = 400;
const LONGEST_NAME = 256;
const MOST_LEFT = 4;
const PLAIN_WORD = /^[\w./:@%+][\w./:@%+-]*$/;

/** What a command refers to: a run, and a cause if there are several. */
export type ProofSubject = { readonly run: string; readonly cause?: string };

/** Returns what commands about a cause refer to. */
export function subjectOf(
  { id }: ReportCause,
  { run, of }: { readonly run: string; readonly of: number },
): ProofSubject {
  return of === 1 ? { run } : { run, cause: id };
}

/** Describes how the lines were found guilty, and how often each side was observed. */
export function proofWords(cause: ReportCause, { hunks, runs, alone }: ReportProof): string {
  const [test, was] = failingCount(cause) === 1 ? ['the test', 'was'] : ['the tests', 'were'];
  const isLines = hunks.every(({ diff }) => /^[+-]/m.test(diff));
  const [these, them, they] = isLines
    ? ['these lines', 'them', 'they']
    : ['this change', 'it', 'this change'];
  const taken = `reverting ${these} turned ${test} green (${countOf(runs.green, 'run')})`;
  const kept = `with ${them}, ${test} ${was} red (${countOf(runs.red, 'run')})`;
  return `${taken}; ${kept}; ${aloneWords(alone, they, isLines)}`;
}

function aloneWords(alone: ReportProof['alone'], they: string, isMany: boolean): string {
  if (alone === 'untold') return `whether ${they} alone would break the last green state could not be tested`;
  const verb = alone === 'red' ? 'turn' : 'leave';
  const end = alone === 'red' ? 'red' : 'green, so other changes are involved';
  return `applied alone to the last green state, ${they} ${verb}${isMany ? '' : 's'} it ${end}`;
}

/** Returns the place ranked first, if experiments found another. */
export function outrankedOf({ suspects }: ReportCause, { hunks }: ReportProof): ReportCause['suspects'] {
  return suspects.slice(0, 1).filter((first) => hunks.every(({ path }) => path !== first.path));
}

/** Checks whether experiments ruled out any change as the cause, which invalidates arguments for one. */
export function isNoChange({ experiments }: ReportCause): boolean {
  return experiments?.outcome === 'flaky' || experiments?.outcome === 'order_dependent';
}

/** Returns the change held responsible: that of the proof, or of a likely enough place; otherwise null. */
export function responsibleChange(cause: ReportCause): ChangeSummary | null {
  const proof = proofOf(cause);
  if (proof !== null) return proof.change ?? null;
  return isNoChange(cause) || !standsOut(cause) ? null : (cause.change ?? null);
}

/** Describes the change held responsible and how certain it is; empty if there is none. */
export function changeWords(cause: ReportCause): string {
  const change = responsibleChange(cause);
  if (change === null) return '';
  // The change belongs to the first place; with several, another may be the cause.
  const isSure = proofOf(cause) !== null || (!isOpen(cause) && cause.answer.length <= 1);
  const perhaps = isSure ? '' : 'perhaps ';
  if (change.commit === null) return `${perhaps}uncommitted changes`;
  return `${perhaps}${commitWords({ ...change, id: change.commit })}`;
}

/** Matches a placeholder for a secret. */
const PLACEHOLDER = /‹secret[^›\n]*›/;

/** Returns a proof's patch if it can be copied as it is: short enough, and without placeholders. */
export function copyablePatch({ patch }: ReportProof, longest: number): string | null {
  return patch === '' || patch.length > longest || PLACEHOLDER.test(patch) ? null : patch;
}

/** Describes in one sentence the outcome of experiments that proved nothing. */
export function experimentWords(experiments: ReportExperiments): string {
  const { outcome, summary, rate, polluter, range, runs } = experiments;
  if (outcome === 'flaky' && rate !== undefined && rate.runs > 0) return rateWords(rate);
  if (outcome === 'order_dependent' && polluter !== undefined)
    return `fails after \`${nameWords(polluter)}\` and passes without it (${countOf(runs, 'run')})`;
  if (outcome === 'narrowed' && range !== undefined)
    return `green at ${stateWords(range.green)}, red at ${stateWords(range.red)} (${countOf(runs, 'run')})`;
  return `${visibleProse(cutText(summary, LONGEST_SENTENCE))} (${countOf(runs, 'run')})`;
}

/** Describes how often a flaky test failed, and its likely long-term rate. */
function rateWords({ failed, runs }: NonNullable<ReportExperiments['rate']>): string {
  const [low, high] = rateInterval(failed, runs).map(percentOf);
  return `failed in ${failed} of ${countOf(runs, 'run')} of the same state: ${percentOf(failed / runs)} %, likely ${low} to ${high} %`;
}

function stateWords(state: string | null): string {
  return state === null ? 'the working tree' : shortCommit(state);
}

/** Lists the remaining candidate commits and files. */
export function leftWords({ left }: ReportExperiments): readonly string[] {
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ['commit', (left?.commits ?? []).map(shortCommit)],
    ['file', (left?.paths ?? []).map(nameWords)],
  ];
  return groups
    .filter(([, names]) => names.length > 0)
    .map(([noun, names]) => `${countOf(names.length, noun)}: ${foldList(names, MOST_LEFT)}`);
}

/** Describes the next steps for a cause; after experiments they depend on the outcome. */
export function nextSteps(cause: ReportCause, subject: ProofSubject): readonly string[] {
  if (proofOf(cause) !== null) return [`\`${undoCommand(subject)}\``];
  const { experiments } = cause;
  return experiments === undefined ? shortenSteps(cause) : [nextOfExperiments(experiments, subject)];
}

/** Describes the next steps after experiments that proved nothing. */
export function nextOfExperiments({ outcome, polluter }: ReportExperiments, subject: ProofSubject): string {
  return nextByOutcome[outcome](
    proveCommand(subject),
    polluter === undefined ? 'the other test' : `\`${nameWords(polluter)}\``,
  );
}

/** Returns the command that turns the tests green, or writes the patch for it. */
export function undoCommand(subject: ProofSubject, patchFile?: string): string {
  // A leading dash would be taken for an option.
  if (patchFile !== undefined) return `git apply ${shellWord(patchFile.replace(/^-/, './-'))}`;
  return `${proveCommand(subject)} --patch fix.patch`;
}

function proveCommand({ run, cause }: ProofSubject): string {
  const one = cause === undefined ? '' : ` --cause ${shellWord(shortName(cause))}`;
  return `penumbra prove ${shellWord(shortName(run))}${one}`;
}

/** Quotes a word for a shell. */
function shellWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${visibleLine(word).replaceAll("'", `'\\''`)}'`;
}

function nameWords(name: string): string {
  return visibleProse(cutText(name, LONGEST_NAME));
}

/** The next step by outcome of experiments; the outcome itself is described by the record. */
const nextByOutcome: Readonly<
  Record<ReportExperiments['outcome'], (prove: string, polluter: string) => string>
> = {
  proven: (prove) => `\`${prove} --patch fix.patch\``,
  narrowed: (prove) => `look at what is left, or give it more time: \`${prove} --budget 15m\``,
  flaky: () =>
    'look for what differs from run to run: time, random values, the network, state that tests share',
  order_dependent: (_prove, polluter) =>
    `make ${polluter} clean up after itself, or set up in this test what it leaves behind`,
  not_reproduced: () =>
    'compare this machine with the one that made the report: versions, environment variables, services, test order',
  no_green: (prove) => `name a commit at which the tests passed: \`${prove} --good REVISION\``,
  unfinished: (prove) => `continue with more time: \`${prove} --budget 15m\``,
};
