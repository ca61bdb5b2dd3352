/** The options of commands that run tests. */
import type { Command } from 'commander';
import { cite, PenumbraError } from '../../kernel/index.ts';
import { askLine, hasPerson } from '../console/ask-person.ts';
import { once, readCount } from './read-options.ts';
import { addOutputFlags, type OutputFlags } from './report-outputs.ts';

/** The parsed options. */
export type ExperimentFlags = {
  readonly budget?: number;
  readonly maxRuns?: number;
  readonly build?: string;
  readonly network: boolean;
  readonly bisect?: true;
} & OutputFlags;

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** Adds the options that limit experiments and choose their output. */
export function addExperimentFlags(command: Command): Command {
  const options = command
    .option(
      '--budget <time>',
      'how long it may take in all, for instance 90s, 5m or 1h (default: 5m)',
      readDuration,
    )
    .option('--max-runs <count>', 'how often to run the tests at most', readCount)
    .option('--build <command>', 'run this on every state before its tests', once('--build'))
    .option('--bisect', 'stop at the commit that broke the tests, without looking for the lines')
    .option('--no-network', 'run the tests without a network')
    .option(
      '--patch <file>',
      'write the patch that reverts the guilty lines, with any secret in them; - is standard output',
      once('--patch'),
    );
  return addOutputFlags(options);
}

/** Converts the options for the engine; a network connection that the last proof did not need is not used. */
export function experimentOptions(
  { budget, maxRuns, build, network, bisect }: ExperimentFlags,
  last: { readonly network?: boolean | undefined } = {},
) {
  return {
    network: network && last.network !== false,
    ...(budget !== undefined && { budgetMs: budget }),
    ...(maxRuns !== undefined && { maxRuns }),
    ...(build !== undefined && { build }),
    // A proof that stopped at a commit continues to the lines when requested again.
    bisect: bisect ?? false,
  };
}

/** Parses a duration to milliseconds. */
export function readDuration(text: string): number {
  const [, count, unit] = /^(\d{1,6})(s|m|h)$/.exec(text) ?? [];
  const milliseconds = Number(count) * (UNITS[unit ?? ''] ?? Number.NaN);
  if (milliseconds > 0) return milliseconds;
  throw new PenumbraError('usage', `${cite(text)} is not a length of time`, {
    hint: 'write a number and s, m or h, for instance 90s',
  });
}

/** A command that the user did not type comes from the repository, and only runs after confirmation. */
export async function requireConsent(
  command: string,
  isGiven: boolean,
  hint = 'pass --yes, or give the command yourself with --run',
): Promise<void> {
  if (isGiven) return;
  if (hasPerson() && /^y(es)?$/i.test(await askLine(`run ${command} on scratch copies? [y/N] `))) return;
  throw new PenumbraError('usage', `nobody agreed to run ${cite(command)}`, {
    hint,
  });
}
