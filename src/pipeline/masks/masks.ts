/** The shipped masks by side, and the registry in which a definition's names are looked up. */
import { cite, PenumbraError } from '../../kernel/index.ts';
import { maskOfCorrelation, maskOfJudgment, maskOfRecall, maskOfTheForge } from './light-masks.ts';
import type { Mask } from './mask.ts';
import { requireMask } from './require-mask.ts';
import { maskOfDiscovery, maskOfIndictment } from './shadow-masks.ts';

/** Masks by name. */
export type MaskRegistry = ReadonlyMap<string, Mask>;

/** The shipped masks: four for those who propose, two for those who review. */
export const masks: { readonly light: readonly Mask[]; readonly shadow: readonly Mask[] } = Object.freeze({
  light: Object.freeze([maskOfRecall, maskOfTheForge, maskOfCorrelation, maskOfJudgment]),
  shadow: Object.freeze([maskOfIndictment, maskOfDiscovery]),
});

/** Makes a registry; two masks of one name are refused. */
export function createMaskRegistry(available: Iterable<Mask>): MaskRegistry {
  const registry = new Map<string, Mask>();
  for (const each of available) {
    const mask = requireMask(each);
    if (registry.has(mask.name))
      throw new PenumbraError('mask-not-valid', `two masks are called ${cite(mask.name)}`, {
        data: { mask: mask.name },
        hint: 'rename one',
      });
    registry.set(mask.name, mask);
  }
  return registry;
}

/** The registry of the shipped masks. */
export const shippedMasks: MaskRegistry = createMaskRegistry([...masks.light, ...masks.shadow]);

/** Makes a registry of the masks that are given, or of the shipped ones where none are. */
export function toMaskRegistry(available: Iterable<Mask> | MaskRegistry = shippedMasks): MaskRegistry {
  if (available === shippedMasks) return shippedMasks;
  // By their own names, whatever names a caller's registry gives them.
  const given = available instanceof Map ? available.values() : available;
  return createMaskRegistry(given as Iterable<Mask>);
}
