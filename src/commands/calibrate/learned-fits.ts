/** Fits for measuring: what other projects than the one at hand teach, each in a file that the process of a case reads. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { CaseOutcome } from '../../calibrate/index.ts';
import { cite, PenumbraError } from '../../kernel/index.ts';
import { replaceFit } from '../../rca/index.ts';
import { fitOutcomes } from './fit-outcomes.ts';

const worldSchema = z.object({
  weights: z.record(z.string(), z.int()),
  platt: z.object({ slope: z.int().min(0), intercept: z.int() }),
});
const fitSchema = z.object({
  name: z.string().min(1),
  origin: z.string(),
  worlds: z.object({ change: worldSchema, latent: worldSchema }),
});

/** Learns for every project from the outcomes of all others, when it is first asked for. */
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

/** Ranks by a fit from a file for the rest of the process. */
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
