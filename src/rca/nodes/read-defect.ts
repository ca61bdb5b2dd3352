/**
 * Determines the kind of defect and the reason: first by what kind of file changed, then by the failure's
 * text. Words about the environment alone are misleading, since products mention files and connections too.
 */
import { sourceSyntax } from '../../context/index.ts';
import type { PromptPack } from '../../disclosure/lens/index.ts';
import { cite } from '../../kernel/index.ts';
import type { DefectType } from '../../record/index.ts';
import { absentWords } from '../evidence/absent-here.ts';
import { isConfiguration } from '../paths/file-side.ts';
import { artifactOf, type BlockRanking, type RankedBlock } from './read-case-pack.ts';
import { defectTypeOf, readSymptom } from './read-symptom.ts';

/** A kind of defect, and the reason for it. */
export type DefectReading = { readonly type: DefectType; readonly reason: string };

/** Determines the kind of defect from the first suspect and the failure. */
export function readDefect(pack: PromptPack, { ranked: [first], base }: BlockRanking): DefectReading {
  if (base.is_foreign) return { type: 'to_investigate', reason: 'nothing that the report names is here' };
  if (base.absent) return { type: 'environment', reason: absentWords(base.absent) };
  const symptom = readSymptom(pack);
  const triaged = artifactOf(pack, 'triage');
  // A person or a model may have triaged differently from the rules.
  const told = triaged?.defect_type_hypothesis ?? defectTypeOf[symptom.category];
  const isOwnReading = told === defectTypeOf[symptom.category];
  if (isOwnReading && symptom.isCertain) return { type: told, reason: symptom.reason };
  if (!base.is_grounded && told === 'product_bug')
    return { type: 'to_investigate', reason: 'nothing ties the failure to a place in this repository' };
  // A change that requires something the machine lacks is not a fault in the changed code.
  const isAsked = first === undefined || first.side === 'test' || first.features.changeBrought > 0;
  const isOutside = symptom.category === 'environment' || symptom.category === 'infra';
  if (isOwnReading && isOutside && isAsked && !isUnsteady(first))
    return { type: told, reason: symptom.reason };
  const isRead = first !== undefined && isOwnReading && symptom.category !== 'flake';
  // A test that was changed may be at fault itself, whatever it met.
  const isOfChange = base.world === 'change' || first?.side === 'test';
  const byChange = isRead && isOfChange ? changedKind(first) : null;
  if (byChange !== null) return byChange;
  if (told === 'product_bug' && first?.side === 'test')
    return { type: 'test_bug', reason: `the first suspect ${cite(first.path)} is on the side of the tests` };
  return { type: told, reason: isOwnReading ? symptom.reason : 'triage said so' };
}

/** The kind of file that was changed; null if the first suspect was not changed, or is a product source. */
function changedKind(first: RankedBlock): DefectReading | null {
  const { path, side, change } = first;
  if (change === undefined) return null;
  const isSource = sourceSyntax(path) !== undefined;
  if (change.kind === 'mode') return { type: 'environment', reason: `the mode of ${cite(path)} was changed` };
  if (change.kind === 'deleted' && (!isSource || side === 'test'))
    return { type: 'environment', reason: `${cite(path)} was deleted` };
  if (isConfiguration(path))
    return { type: 'environment', reason: `${cite(path)} configures the build and its tests` };
  if (side === 'test') {
    if (isUnsteady(first))
      return { type: 'flaky', reason: `the change of ${cite(path)} makes the test depend on time or chance` };
    return { type: 'test_bug', reason: `what changed is ${cite(path)}, on the side of the tests` };
  }
  return isSource
    ? { type: 'product_bug', reason: `what changed is ${cite(path)}, code of the product` }
    : null;
}

/** Returns whether the suspect's change made a test depend on time or randomness. */
function isUnsteady(first: RankedBlock | undefined): boolean {
  return first !== undefined && first.features.changeUnsteady > 0;
}
