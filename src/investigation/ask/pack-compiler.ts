/**
 * Compiles packs with the oracle of one case and the lens. Everything an agent sees in an investigation
 * passes through here, and is recorded together with its request before it is returned.
 */

import {
  type CompiledPack,
  compileAndParse,
  type LeakGuard,
  type PackOptions,
  type PromptPack,
  packKey,
} from '../../disclosure/lens/index.ts';
import {
  type ComposedFrame,
  caseCursor,
  compileWorkingSet,
  createOracle,
  definePolicy,
  type FactDraft,
  type Oracle,
  type OraclePolicy,
  withDirectives,
} from '../../disclosure/oracle/index.ts';
import { type CanonicalValue, canonicalText } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { makePackRequest } from '../run/pack-request.ts';
import type { RunSecrets } from '../run/run-secrets.ts';
import { investigationKinds, investigationPolicy } from './disclosure-policy.ts';

/** What a pack is compiled for. */
export type PackRequest = {
  readonly node: string;
  /** Distinguishes this step of the case from all others. */
  readonly scene: string;
  /** The guard's mode. */
  readonly mode: string;
  /** The artifact requested, and the JSON Schema it must fit. */
  readonly artifact: string;
  readonly schema: CanonicalValue;
  readonly bounds: CanonicalValue;
  readonly preamble: string;
  /** The paragraphs of the prompt, if a model is asked. */
  readonly instructions?: readonly string[];
  readonly frames: readonly ComposedFrame[];
};

/** A pack with what is needed to read it and to check its answer. */
export type AskPack = CompiledPack & { readonly parsed: PromptPack; readonly guard: LeakGuard };

/** Compiles packs for one case. */
export type PackCompiler = {
  /** Registers the case's own facts; calling it again changes nothing. */
  prepare(facts: readonly FactDraft[]): Promise<void>;
  compile(request: PackRequest): Promise<AskPack>;
};

/** Opens the pack compiler of a case; `session` is the run. */
export function openPackCompiler(
  { store, clock }: Ledger,
  place: { readonly world: string; readonly caseId: string; readonly session: string },
  { reveal }: Pick<RunSecrets, 'reveal'>,
): PackCompiler {
  const oracle = createOracle(store, { world: place.world, clock });
  return {
    async prepare(facts) {
      await oracle.registerKinds(investigationKinds);
      await oracle.appendFacts(facts);
    },
    async compile({ node, scene, mode, artifact, schema, bounds, preamble, instructions, frames }) {
      const cursor = caseCursor({
        workspace: place.world,
        case: place.caseId,
        step: scene,
        run: place.session,
        mode,
      });
      const directives = {
        output_class: { type: artifact, schema },
        channel_rules: { bounds },
        why_rule: 'rule-refs-only',
      };
      const style = { preamble, ...(instructions && { instructions }) };
      const policy = withDirectives(roomForStyle(oracle, investigationPolicy, style), directives);
      const set = await compileWorkingSet(oracle, cursor, policy, { frames, reveal });
      const options = { consumer: node, guard: set.guard, style };
      const compiled = compileAndParse(set, options);
      const { policy_ids, consumer } = compiled.parsed;
      const { pins } = policy;
      // Recorded before anything is asked: a pack that could not be recorded is never returned.
      await oracle.recordPack({
        key: packKey(compiled.envelope, options),
        pack: compiled.pack,
        request: makePackRequest({ cursor, consumer, style, directives, policy_ids, pins, frames }),
      });
      return { ...compiled, guard: set.guard };
    },
  };
}

const STYLE_STEP = 100;

/**
 * Reserves as much of the budget as a style needs, rounded up to whole steps, so that few distinct policies
 * arise.
 */
function roomForStyle(
  { counters }: Pick<Oracle, 'counters'>,
  policy: OraclePolicy,
  style: NonNullable<PackOptions['style']>,
): OraclePolicy {
  const { budget } = policy;
  const counter = counters.find(({ name }) => name === budget.counter);
  const needed = counter?.count(canonicalText(style)) ?? 0;
  if (needed <= budget.reserve.style) return policy;
  const reserve = { ...budget.reserve, style: Math.ceil(needed / STYLE_STEP) * STYLE_STEP };
  return definePolicy({ ...policy, budget: { ...budget, reserve } });
}
