/** The triage heuristic: the kind of failure, the components it names, and what to be careful about. */
import type { PromptPack } from '../../disclosure/lens/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { FailureBlock, TraceBlock } from '../blocks/case-blocks.ts';
import type { LightArtifactData } from './light-artifacts.ts';
import { componentOf, productionFrames } from './own-places.ts';
import { blockOf } from './read-case-pack.ts';
import { defectTypeOf, readSymptom, type SymptomCategory } from './read-symptom.ts';
import { CLOCK_SKEW, SET_UP } from './symptom-rules.ts';

const MOST_COMPONENTS = 20;
const LONGEST_COMPONENT = 512;
/** The number of tests from which a failure counts as one of many. */
const MANY_TESTS = 10;
const CUT = /\[… \d+ (?:bytes|characters) left out/;

export function triageCase(pack: PromptPack): Artifact {
  const failure = blockOf(pack, 'failure')?.payload;
  const trace = blockOf(pack, 'trace')?.payload;
  const { category, reason } = readSymptom(pack);
  const isCascade = hasSetUp(failure, trace);
  const data: LightArtifactData<'triage'> = {
    symptom_category: category,
    severity: severityOf(category, { count: failure?.count ?? 0, isCascade }),
    defect_type_hypothesis: defectTypeOf[category],
    candidate_repos: namedComponents(pack),
    skip_investigation: category === 'infra' || category === 'flake',
    ...(hasClockSkew(pack) && { clock_skew_suspected: true }),
    ...(isCascade && { cascade_suspected: true }),
    data_quality_notes: [`${category}: ${reason}`, ...qualityNotes(failure, trace)].join('; '),
  };
  return { type: 'triage', data: data as Artifact['data'] };
}

/** Returns the components named by own production frames, innermost first. */
export function namedComponents(pack: PromptPack): string[] {
  const frames = productionFrames(blockOf(pack, 'trace')?.payload, blockOf(pack, 'failure')?.payload);
  const components = frames.map(componentOf).filter((name) => name !== undefined);
  return [...new Set(components.map((name) => name.slice(0, LONGEST_COMPONENT).toWellFormed()))].slice(
    0,
    MOST_COMPONENTS,
  );
}

function severityOf(
  category: SymptomCategory,
  { count, isCascade }: { readonly count: number; readonly isCascade: boolean },
): NonNullable<LightArtifactData<'triage'>['severity']> {
  if (category === 'flake') return 'low';
  if (count >= MANY_TESTS) return isCascade ? 'critical' : 'high';
  return category === 'product' && count > 1 ? 'high' : 'medium';
}

function hasClockSkew(pack: PromptPack): boolean {
  const { message = '' } = blockOf(pack, 'failure')?.payload ?? {};
  const { out = '', err = '' } = blockOf(pack, 'output')?.payload ?? {};
  const trace = blockOf(pack, 'trace')?.payload.text ?? '';
  return [message, trace, out, err].some((text) => CLOCK_SKEW.test(text));
}

/** A failure in set-up fails all tests that depend on it. */
function hasSetUp(failure: FailureBlock | undefined, trace: TraceBlock | undefined): boolean {
  const functions = (trace?.frames ?? [])
    .filter(({ kind }) => kind === 'own')
    .map(({ function: name = '' }) => name.slice(name.lastIndexOf('.') + 1));
  const titles = (failure?.tests ?? []).map(({ name }) => name);
  return [...functions, ...titles, failure?.message ?? ''].some((text) => SET_UP.test(text));
}

function qualityNotes(failure: FailureBlock | undefined, trace: TraceBlock | undefined): readonly string[] {
  const notes: readonly (readonly [boolean, string])[] = [
    [failure === undefined || failure.message.trim() === '', 'there is no message'],
    [trace === undefined || trace.frames.length === 0, 'there is no trace with frames'],
    [CUT.test(trace?.text ?? '') || CUT.test(failure?.message ?? ''), 'message or trace is cut'],
  ];
  return notes.flatMap(([holds, note]) => (holds ? [note] : []));
}
