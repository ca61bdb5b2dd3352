/** Narrows the packs of a case to those at a step or for a consumer. */
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import type { PlacedPack } from './placed-pack.ts';

/** Which packs of a case are meant; all of them where nothing is said. */
export type PackChoice = { readonly step?: number; readonly consumer?: string };

/** Returns the packs that fit a choice, or throws `usage` where none does. */
export function choosePacks(
  packs: readonly PlacedPack[],
  { step, consumer }: PackChoice,
): readonly PlacedPack[] {
  const atStep = step === undefined ? packs : packs.filter((pack) => pack.step === step);
  if (atStep.length === 0 && step !== undefined)
    throw new PenumbraError('usage', `no agent was told anything at step ${step}`, {
      hint: `packs were handed out at ${listed(packs.map((pack) => String(pack.step)))}`,
    });
  if (consumer === undefined) return atStep;
  const chosen = atStep.filter((pack) => pack.consumer === consumer);
  if (chosen.length > 0) return chosen;
  const known = atStep.map((pack) => pack.consumer);
  throw new PenumbraError(
    'usage',
    `no pack ${step === undefined ? 'of this case' : `of step ${step}`} is for ${cite(consumer)}${didYouMean(consumer, known)}`,
    { hint: `there are packs for ${listed(known)}` },
  );
}

/** Returns the only pack there is to choose, or null; one that was handed out twice is still one. */
export function onlyPack(packs: readonly PlacedPack[]): PlacedPack | null {
  const [first] = packs;
  return first !== undefined && packs.every(({ hash }) => hash === first.hash) ? first : null;
}

/** Returns the one pack that was chosen, or throws `usage` where there is more to choose. */
export function requireOnePack(packs: readonly PlacedPack[]): PlacedPack {
  const only = onlyPack(packs);
  if (only !== null) return only;
  if (packs.length === 0)
    throw new PenumbraError('usage', 'no agent was told anything in this case yet', {
      hint: 'go on with `penumbra resume`',
    });
  throw new PenumbraError('usage', `${packs.length} packs fit, and only one can be explained at a time`, {
    hint: `choose one by --step (${listed(packs.map(({ step }) => String(step)))}) and --consumer, or by its working set, which \`penumbra pack ${packs[0]?.case}\` lists`,
  });
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].join(', ') || 'none';
}
