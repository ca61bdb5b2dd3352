/** The result of a proof as the report shows it: sentences, lines, commit and patch, without secrets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSyntaxParser } from '../../adapters/parsers/index.ts';
import { readSymbols } from '../../context/index.ts';
import {
  type CauseProof,
  type ChangeUnit,
  namedSymbols,
  type ProofResult,
  type ProvenChange,
  symbolAt,
} from '../../rca/index.ts';
import type { ReportHunk, ReportProof } from '../../record/index.ts';
import type { RunSecrets } from '../run/run-secrets.ts';
import type { Survey } from '../run/survey-workspace.ts';
import type { Laboratory } from './laboratory.ts';
import type { TestCommand } from './test-command.ts';

type Described = {
  readonly result: ProofResult;
  readonly polluter: { readonly name: string; readonly runs: number } | null;
};

/** Describes a proof for the report. */
export async function describeProof(
  { result, polluter }: Described,
  context: {
    readonly command: Pick<TestCommand, 'text'>;
    readonly laboratory: Laboratory;
    readonly survey: Survey;
    readonly secrets: RunSecrets;
  },
): Promise<Omit<CauseProof, 'tests'>> {
  const { command, laboratory, secrets } = context;
  const { proven, range, left, rate } = result;
  const outcome = polluter === null ? result.outcome : 'order_dependent';
  return {
    experiments: {
      outcome,
      summary: summaryOf(outcome, result),
      command: secrets.screen(command.text),
      runs: result.runs + (polluter?.runs ?? 0),
      notes: [...result.notes, ...laboratory.notes()],
      ...(range !== undefined && { range }),
      ...(left !== undefined && { left: { ...left, paths: left.paths.map(secrets.screenName) } }),
      ...(rate !== undefined && { rate }),
      ...(polluter !== null && { polluter: secrets.screen(polluter.name) }),
    },
    ...(proven !== undefined && { proof: await proofOf(proven, context) }),
  };
}

const summaries: Readonly<Record<CauseProof['experiments']['outcome'], string>> = {
  proven: 'taking these lines back turns the tests green',
  narrowed: 'the change that broke the tests is one of these',
  flaky: 'the test fails only sometimes, too seldom to tell which change is to blame',
  order_dependent: 'the test passes alone and fails after another test',
  not_reproduced: 'the failure could not be reproduced here',
  no_green: 'the test fails at every state that was tried, so no change within reach broke it',
  unfinished: 'the budget was spent before anything could be told',
};

function summaryOf(outcome: CauseProof['experiments']['outcome'], { range }: ProofResult): string {
  return outcome === 'narrowed' && range === undefined ? summaries.unfinished : summaries[outcome];
}

async function proofOf(
  proven: ProvenChange,
  {
    laboratory,
    survey,
    secrets,
  }: {
    readonly laboratory: Laboratory;
    readonly survey: Survey;
    readonly secrets: RunSecrets;
  },
): Promise<ReportProof> {
  const { units, runs, alone, change, fixed, origins } = proven;
  const hunks: ReportHunk[] = [];
  // Part of a key has neither its beginning nor its end, so both sides of each file are screened as a whole.
  const wholesOf = ({ path, from = path }: ChangeUnit) =>
    [laboratory.read(change.before, from), laboratory.read(change.after, path)].filter(
      (bytes) => bytes !== undefined,
    );
  for (const unit of units)
    hunks.push(
      await hunkOf(unit, { survey, secrets, screen: (diff) => secrets.screenPart(diff, wholesOf(unit)) }),
    );
  const wholes = new Set(units.flatMap(wholesOf));
  return {
    hunks,
    ...(origins.length === 1 && { change: changeOf(origins[0] ?? null, { survey, secrets }) }),
    runs,
    alone,
    patch: secrets.screenPart(laboratory.space.patch(change.after, fixed), [...wholes]),
  };
}

function changeOf(
  commit: string | null,
  { survey: { git }, secrets }: { readonly survey: Survey; readonly secrets: RunSecrets },
): NonNullable<ReportProof['change']> {
  const [known] = commit === null ? [] : (git.readCommits([commit]) ?? []);
  if (commit === null || known === undefined) return { commit, subject: '', author: '', date: '' };
  const { message, author, date } = known;
  const subject = secrets.screen(message.split('\n', 1)[0] ?? '');
  return { commit, subject, author: secrets.screen(author), date };
}

async function hunkOf(
  unit: ChangeUnit,
  {
    survey,
    secrets,
    screen,
  }: {
    readonly survey: Survey;
    readonly secrets: RunSecrets;
    readonly screen: (diff: string) => string;
  },
): Promise<ReportHunk> {
  const { path, before, after, kind } = unit;
  const side = after.lines.length > 0 || kind !== 'hunk' ? after : before;
  const first = Math.max(side.start, 1);
  const lines: readonly [number, number] = [first, first + Math.max(side.lines.length, 1) - 1];
  const symbol =
    kind === 'hunk' ? await symbolOf(survey, path, [Math.max(after.start, 1), lines[1]]) : undefined;
  return {
    path: secrets.screenName(path),
    lines,
    ...(symbol !== undefined && { symbol }),
    diff: screen(diffOf(unit)),
  };
}

/** The lines of a change unit as a unified diff; a change to the file as a whole is described instead. */
function diffOf({ kind, from, path, before, after }: ChangeUnit): string {
  const range = ({ start, lines }: ChangeUnit['before']) => `${start},${lines.length}`;
  const head = `@@ -${range(before)} +${range(after)} @@`;
  const whole =
    kind === 'renamed'
      ? [`rename from ${from ?? ''}`, `rename to ${path}`]
      : kind === 'mode'
        ? ['the mode changed']
        : kind === 'binary'
          ? ['binary files differ']
          : [];
  const lines = [...before.lines.map((line) => `-${line}`), ...after.lines.map((line) => `+${line}`)];
  return `${[...(lines.length === 0 ? [] : [head]), ...whole, ...lines.map((line) => line.replace(/\r?\n$/, ''))].join('\n')}\n`;
}

async function symbolOf(
  { directory, contentOf }: Survey,
  path: string,
  [start, end]: readonly [number, number],
): Promise<string | undefined> {
  if (contentOf(path) === undefined) return undefined;
  const symbols = await readSymbols(openSyntaxParser(), { path, bytes: readFileSync(join(directory, path)) });
  return symbols && symbolAt(namedSymbols(symbols), start, end)?.name;
}
