/** Discovery without a model: it looks at the raw failure and says what could speak against any reading of it. */
import type { PromptPack } from '../../lens/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import { exculpatoryChecks } from './exculpatory-checks.ts';
import { readCourtPack } from './read-court-pack.ts';

/** Makes the checks of discovery; it brings no exhibits of its own, for what it found is in its checks. */
export function discover(pack: PromptPack): Artifact {
  const read = readCourtPack(pack);
  const { failure, candidates, base } = read;
  return {
    type: 'discovery',
    data: {
      raw: {
        failures: failure?.count ?? 0,
        candidates: candidates.length,
        history: base?.history ?? 'none',
      },
      checks: exculpatoryChecks(read),
      further_evidence: [],
    },
  };
}
