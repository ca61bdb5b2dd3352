/**
 * The rank of the right answer, over all causes of a report: by confidence, then rank, then the order of
 * causes.
 */
import type { BaselineAnswer, GoldAnswer, OutcomeCause, OutcomeSuspect } from './case-outcome.ts';

/** The rank of the first right one, from 1; null if none is right. */
export type Rank = number | null;

/** The ranks of the right answer in one ranking; undefined if the known answer does not state it. */
export type AnswerRanks = {
  readonly file: Rank | undefined;
  readonly symbol: Rank | undefined;
  readonly commit: Rank | undefined;
};

/** Ranks the right file, symbol and commit among the causes of a report. */
export function rankAnswers(causes: readonly OutcomeCause[], gold: GoldAnswer): AnswerRanks {
  const suspects = rankedSuspects(causes);
  const methods = new Set((gold.fixed_methods ?? []).map(({ file, method }) => symbolKey(file, method)));
  const symbols = suspects.flatMap(({ path, symbol }) => (symbol ? [symbolKey(path, symbol)] : []));
  return {
    file: fileRank(
      suspects.map(({ path }) => path),
      gold,
    ),
    symbol: methods.size === 0 ? undefined : rankOf(symbols, (key) => methods.has(key)),
    commit: commitRank(rankedCommits(causes), gold),
  };
}

/** Ranks the right file and commit in the answer of a baseline. */
export function rankBaseline(
  { files, commits }: BaselineAnswer,
  gold: GoldAnswer,
): Omit<AnswerRanks, 'symbol'> {
  return { file: fileRank(files, gold), commit: commitRank(commits, gold) };
}

/** Returns the suspects of all causes in one order. */
export function rankedSuspects(causes: readonly OutcomeCause[]): readonly OutcomeSuspect[] {
  const entries = causes.flatMap(({ suspects }, order) =>
    suspects.map((suspect, rank) => ({ suspect, rank, order })),
  );
  entries.sort(
    (left, right) =>
      right.suspect.confidence - left.suspect.confidence ||
      left.rank - right.rank ||
      left.order - right.order,
  );
  return entries.map(({ suspect }) => suspect);
}

function rankedCommits(causes: readonly OutcomeCause[]): readonly string[] {
  const entries = causes.flatMap(({ commits }, order) =>
    commits.map((commit, rank) => ({ commit, rank, order })),
  );
  entries.sort((left, right) => left.rank - right.rank || left.order - right.order);
  return entries.map(({ commit }) => commit);
}

function fileRank(paths: readonly string[], { fixed_files }: GoldAnswer): Rank | undefined {
  return fixed_files.length === 0 ? undefined : rankOf(distinct(paths), (path) => fixed_files.includes(path));
}

/** A commit may be abbreviated on either side, but no shorter than git abbreviates it. */
function commitRank(
  commits: readonly string[],
  { bug_inducing_commit: wanted }: GoldAnswer,
): Rank | undefined {
  if (!wanted) return undefined;
  return rankOf(
    distinct(commits),
    (commit) => commit.length >= 7 && (wanted.startsWith(commit) || commit.startsWith(wanted)),
  );
}

function rankOf(ranked: readonly string[], isRight: (entry: string) => boolean): Rank {
  const at = ranked.findIndex(isRight);
  return at < 0 ? null : at + 1;
}

/** Languages write a symbol's owner in many ways, so only its last name counts. */
function symbolKey(path: string, symbol: string): string {
  const name = symbol.replaceAll('#', '.').replaceAll('::', '.').split('(')[0]?.split('.').at(-1) ?? '';
  return `${path}\0${name}`;
}

function distinct(entries: readonly string[]): readonly string[] {
  return [...new Set(entries)];
}
