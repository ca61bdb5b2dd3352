/**
 * Makes the tables of `results.jsonl`:
 *
 *     node bench/proofs/summarise.ts [--page docs/concepts/how-good-the-answers-are.md]
 *
 * With a page, its section "Proofs" is written anew; without one, the section is printed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sideOfPath } from '../../src/rca/index.ts';
import { type ProofCase, readResults } from './proof-case.ts';

const { values } = parseArgs({ options: { page: { type: 'string' } } });
const results = readResults();
const planted = results.filter(({ world, kind }) => world === 'change' && kind !== 'flaky');
const lucky = results.filter(({ kind }) => kind === 'flaky');
const latent = results.filter(({ world }) => world === 'latent');
const isRed = ({ outcome }: ProofCase) => outcome !== 'green';
const red = planted.filter(isRed);

const groups: readonly (readonly [string, readonly ProofCase[]])[] = [
  ...[...new Set(red.map(({ repository }) => repository))].map(
    (name) => [name, red.filter(({ repository }) => repository === name)] as const,
  ),
  ['not committed', red.filter(({ placement }) => placement === 'uncommitted')],
  ['last commit', red.filter(({ placement }) => placement === 'last')],
  ['1 to 10 commits back', red.filter(({ placement }) => placement === 'back')],
  ['**all**', red],
];

/** What a person adds who sees the red and the green side, each seen once, a second time. */
const SECOND_LOOKS = 2;
/** A proof has seen red a second time before it verifies, which by hand nobody did. */
const SECOND_RED = 1;

const section = `## Proofs

\`penumbra why\` with each project's own test command, on those red runs whose test runner could be run here. Beside it is
what a person can do with the command that selects the same tests: go back 1, 2, 4, 8 … commits until they pass, then \`git
bisect run\`, then delta debugging (ddmin) over the hunks of the guilty commit, judged by the exit code. Runs count every
call of the command, on both sides, including the first run of all tests. By hand nothing is checked twice, so those runs
say less than a proof does; two more columns say what they would come to if each side were seen twice, and if each were
checked as often as the proof checked it.
${red.length} planted faults of ${new Set(red.map(({ repository }) => repository)).size} repositories made tests fail; ${planted.length - red.length} more did not on this machine.

Read this as a first look, not as an estimate: some cases were picked by hand, those that went wrong were run again after
a fix, and not all of the others were
([which, and why](../../bench/proofs/README.md#what-went-wrong-first)).

    node bench/proofs/run.ts --mirror DIR --work DIR --limit N
    node bench/proofs/summarise.ts --page docs/concepts/how-good-the-answers-are.md

| | cases | proven, right | with other lines | wrong | not proven | runs, median | of these to verify | by hand, median | by hand, right | runs to by hand | to by hand, each side twice | to by hand, same bound | before verifying | seconds, median | overhead |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
${groups.map(([name, cases]) => rowOf(name, cases)).join('\n')}

*Overhead* is all time outside the command, as a share of the command's own time; a proof took ${medianOf(red.map((one) => one.seconds - one.testSeconds))} s beside the tests at the
median. Work tree, index, refs, stash and the list of work trees were the same before and after in ${results.filter(({ isUntouched }) => isUntouched).length} of ${results.length}.

${beside('Tests that depend on luck', lucky)} ${beside('Old faults that a new test meets, where no change is to blame', latent)}
`;

if (values.page === undefined) console.log(section);
else {
  const page = readFileSync(values.page, 'utf8').split(/^(?=## )/m);
  const place = page.findIndex((part) => part.startsWith('## Proofs\n'));
  const rest = page.filter((_, index) => index !== place);
  const last = place < 0 ? rest.length : place;
  const isLast = last === rest.length;
  if (isLast) rest.push(`${rest.pop()?.trimEnd()}\n\n`);
  writeFileSync(values.page, rest.toSpliced(last, 0, isLast ? section : `${section}\n`).join(''));
}

function rowOf(name: string, cases: readonly ProofCase[]): string {
  const scored = (score: ProofCase['score']) => cases.filter((one) => one.score === score).length;
  const proven = cases.filter(({ score }) => score === 'right');
  const both = proven.filter(({ plain }) => plain !== undefined && plain.score !== 'missing');
  const byHand = both.map(plainRuns);
  const ours = sum(both.map(({ runs }) => runs));
  const own = sum(cases.map(({ testSeconds }) => testSeconds));
  const cells = [
    name,
    cases.length,
    scored('right'),
    scored('too-much'),
    scored('wrong'),
    scored('missing'),
    medianOf(proven.map(({ runs }) => runs)),
    medianOf(proven.map(({ verifyingRuns }) => verifyingRuns)),
    medianOf(byHand),
    cases.filter(({ plain }) => plain?.score === 'right').length,
    share(ours, sum(byHand)),
    share(ours, sum(both.map((one) => plainRuns(one) + SECOND_LOOKS))),
    share(ours, sum(both.map((one) => plainRuns(one) + SECOND_RED + one.verifyingRuns))),
    share(sum(both.map(({ runs, verifyingRuns }) => runs - verifyingRuns)), sum(byHand)),
    medianOf(cases.map(({ seconds }) => seconds)),
    share(sum(cases.map(({ seconds, testSeconds }) => seconds - testSeconds)), own),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** What came of cases that are no part of the table, in a sentence. */
function beside(what: string, cases: readonly ProofCase[]): string {
  const outcomes = Map.groupBy(cases, ({ outcome }) => outcome.replaceAll('_', ' '));
  const counts = [...outcomes].map(([outcome, some]) => `${outcome} ${some.length}`);
  const isOfTest = ({ world, proven }: ProofCase) =>
    world === 'latent' && proven.every((path) => sideOfPath(path) === 'test');
  const wrong = cases.filter(({ score }) => score === 'wrong' || score === 'too-much');
  const ofTests = wrong.filter(isOfTest).length;
  const told =
    ofTests === 0
      ? ''
      : `; in ${ofTests} more, the lines that the test got last were named, with the words that they are wrong or the code never did what they ask`;
  return `${what}: ${cases.length} cases (${counts.sort().join(', ')}), wrongly proven ${wrong.length - ofTests}${told}.`;
}

function plainRuns({ plain }: ProofCase): number {
  return sum(Object.values(plain?.runs ?? {}));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function medianOf(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? '-' : String(Math.round((upper + lower) * 5) / 10);
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(2).replace(/^0/, '');
}
