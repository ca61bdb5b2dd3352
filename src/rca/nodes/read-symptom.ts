/** Determines the category of a failure from its blocks, and the rule that decided. */
import type { PromptPack } from '../../disclosure/lens/index.ts';
import type { DefectType } from '../../record/index.ts';
import type { FailureBlock, TraceBlock } from '../blocks/case-blocks.ts';
import { isGeneric, ownMessage } from '../case/failure-text.ts';
import type { LightArtifactData } from './light-artifacts.ts';
import { isTestFrame, productionFrames } from './own-places.ts';
import { blockOf } from './read-case-pack.ts';
import { ASSERTION, type Symptom, symptomRules } from './symptom-rules.ts';

export type SymptomCategory = LightArtifactData<'triage'>['symptom_category'];

/** A category and the rule that decided it. */
export interface SymptomReading {
  readonly category: SymptomCategory;
  readonly reason: string;
  /** Whether the category is certain, whatever else changed. */
  readonly isCertain?: true;
}

/** How much of an error's text the rules examine. */
const ERROR_LENGTH = 2_000;

/** The kind of defect each category suggests. */
export const defectTypeOf: Readonly<Record<SymptomCategory, DefectType>> = {
  product: 'product_bug',
  test: 'test_bug',
  environment: 'environment',
  infra: 'infrastructure',
  firmware: 'firmware',
  flake: 'flaky',
  unknown: 'to_investigate',
};

/** Determines the category of the failure in a pack. */
export function readSymptom(pack: PromptPack): SymptomReading {
  const failure = blockOf(pack, 'failure')?.payload;
  const trace = blockOf(pack, 'trace')?.payload;
  if (failure?.is_flaky || failure?.retries.includes('passed'))
    return { category: 'flake', reason: 'it passed when it was run again' };
  if (failure?.past === 'both')
    return { category: 'flake', reason: 'earlier it passed and failed on the very same files' };
  if (failure === undefined || isSilent(failure, trace))
    return { category: 'unknown', reason: 'the report has neither message nor trace' };
  const symptom = symptomOf(failure, trace);
  const rule = symptomRules.find(({ error, holds }) => {
    const match = error.exec(symptom.error);
    return match !== null && !symptom.isAssertion && (holds === undefined || holds(symptom, match));
  });
  if (rule !== undefined)
    return { category: rule.category, reason: rule.name, ...(rule.isCertain && { isCertain: true }) };
  return {
    category: 'product',
    reason: symptom.isAssertion ? 'an assertion did not hold' : 'the code failed',
  };
}

function isSilent(failure: FailureBlock, trace: TraceBlock | undefined): boolean {
  return failure.message.trim() === '' && failure.type === '' && (trace?.text ?? '').trim() === '';
}

function symptomOf(failure: FailureBlock, trace: TraceBlock | undefined): Symptom {
  const production = productionFrames(trace, failure);
  const frames = trace?.frames ?? [];
  const innermost = frames.find(({ kind }) => kind !== 'generated');
  const error = errorOf(failure, trace);
  return {
    error,
    isAssertion: ASSERTION.test(error.slice(0, ERROR_LENGTH).split('\n', 1)[0] ?? ''),
    isThrownByProduct: innermost !== undefined && production.includes(innermost),
    isInTestOnly:
      production.length === 0 && frames.some((frame) => frame.kind === 'own' && isTestFrame(frame)),
    ownNames: ownNames(failure, frames),
  };
}

/** Prefixes the message with its type once, as runtimes print it. */
function errorOf({ type, message }: FailureBlock, trace: TraceBlock | undefined): string {
  const name = trace?.exception || type;
  // If the runner's message says only that something failed, the rest of the failure is used.
  const text = isGeneric(message) ? ownMessage({ message, stack: trace?.text ?? '' }) : message.trim();
  const whole = name === '' || text.startsWith(name) ? text : `${name}: ${text}`;
  return whole.slice(0, ERROR_LENGTH);
}

function ownNames(failure: FailureBlock, frames: TraceBlock['frames']): ReadonlySet<string> {
  const own = frames
    .filter(({ kind }) => kind === 'own')
    .flatMap(({ file = '', module = '' }) => [file, module]);
  const tests = failure.tests.flatMap(({ suite, class_name = '', file = '' }) => [suite, class_name, file]);
  return new Set([...own, ...tests].flatMap((name) => name.split(/[./\\:]+/)));
}
