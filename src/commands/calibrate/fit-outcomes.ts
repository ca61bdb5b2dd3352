/** Fits weights by files of outcomes; the families of evidence are those the investigator knows. */
import { readFile } from 'node:fs/promises';
import {
  type CaseOutcome,
  type Fit,
  type FitOptions,
  type FittedWorld,
  fitWeights,
  readOutcomes,
} from '../../calibrate/index.ts';
import { cite, compareCodePoints, PenumbraError } from '../../kernel/index.ts';
import { evidenceFeatures } from '../../rca/index.ts';

/** Reads the outcomes of files; a case that stands in several is taken from the last. */
export async function readOutcomeFiles(files: readonly string[]): Promise<readonly CaseOutcome[]> {
  const outcomes = new Map<string, CaseOutcome>();
  for (const file of files)
    for (const outcome of readOutcomes(await readText(file), file)) outcomes.set(outcome.id, outcome);
  return [...outcomes.values()].sort((left, right) => compareCodePoints(left.id, right.id));
}

/** Fits weights to outcomes. */
export function fitOutcomes(
  outcomes: readonly CaseOutcome[],
  options: Omit<FitOptions, 'familyOf' | 'expectedIn'>,
): Fit {
  return fitWeights(outcomes, { ...options, familyOf, expectedIn });
}

/** Where nothing changed, nothing is expected of a change. */
function expectedIn(world: FittedWorld): Readonly<Record<string, number>> {
  const rare = Object.entries(evidenceFeatures).flatMap(([name, feature]) =>
    'expected' in feature && (world === 'change' || feature.family !== 'change')
      ? [[name, feature.expected]]
      : [],
  );
  return Object.fromEntries(rare);
}

/** A feature that the investigator no longer knows is a family of its own. */
function familyOf(feature: string): string {
  const known: Readonly<Record<string, { readonly family: string }>> = evidenceFeatures;
  return Object.hasOwn(known, feature) ? (known[feature]?.family ?? feature) : feature;
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new PenumbraError('unreadable-input', `${cite(file)} cannot be read (${error.code})`);
  });
}
