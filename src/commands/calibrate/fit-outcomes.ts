/** Fits weights to outcome files; the families of evidence are those of the investigator. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import {
  type CaseOutcome,
  type Fit,
  type FitOptions,
  type FittedWorld,
  fitWeights,
  readOutcomes,
} from '../../calibrate/index.ts';
import { cite, compareCodePoints, PenumbraError } from '../../kernel/index.ts';
import { evidenceFeatures, replaceFit } from '../../rca/index.ts';

/** Reads outcome files; a case that occurs in several is taken from the last. */
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

/** Without a change, no change evidence is expected. */
function expectedIn(world: FittedWorld): Readonly<Record<string, number>> {
  const rare = Object.entries(evidenceFeatures).flatMap(([name, feature]) =>
    'expected' in feature && (world === 'change' || feature.family !== 'change')
      ? [[name, feature.expected]]
      : [],
  );
  return Object.fromEntries(rare);
}

/** A feature the investigator no longer knows is a family of its own. */
function familyOf(feature: string): string {
  const known: Readonly<Record<string, { readonly family: string }>> = evidenceFeatures;
  return Object.hasOwn(known, feature) ? (known[feature]?.family ?? feature) : feature;
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new PenumbraError('unreadable-input', `${cite(file)} cannot be read (${error.code})`);
  });
}

const worldSchema = z.object({
  weights: z.record(z.string(), z.int()),
  platt: z.object({ slope: z.int().min(0), intercept: z.int() }),
});
const fitSchema = z.object({
  name: z.string().min(1),
  origin: z.string(),
  worlds: z.object({ change: worldSchema, latent: worldSchema }),
});

/** Fits weights for each project from the outcomes of all others, on first use. */
export function learnWithout(
  outcomes: readonly CaseOutcome[],
): Disposable & { fileOf(project: string): string } {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-fits-'));
  const files = new Map<string, string>();
  return {
    fileOf(project) {
      const known = files.get(project);
      if (known !== undefined) return known;
      const others = outcomes.filter(({ gold }) => gold.project !== project);
      const { file } = fitOutcomes(others, { name: 'left-out', ridge: 1, isAblating: false });
      if (!fitSchema.safeParse(file).success)
        throw new PenumbraError(
          'unreadable-input',
          `too few outcomes to learn from without ${cite(project)}`,
          {
            hint: 'give outcomes of at least 10 cases from 2 other projects for each world',
          },
        );
      const path = join(folder, `${files.size}.json`);
      writeFileSync(path, JSON.stringify(file));
      files.set(project, path);
      return path;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Uses a fit from a file for ranking in the rest of the process. */
export function useFit(file: string): void {
  const read = fitSchema.safeParse(parsed(file));
  if (!read.success)
    throw new PenumbraError('unreadable-input', `${cite(file)} is not a fit for both worlds`, {
      hint: 'name a file that `penumbra calibrate fit --out` wrote from outcomes of both worlds',
    });
  replaceFit(read.data);
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
