/**
 * Where packs are made: the oracle of one case, and the lens. Every word an agent is told in an investigation comes
 * through here, and every reply is checked against the pack it answers.
 */
import { type CanonicalValue, PenumbraError } from '../../../kernel/index.ts';
import type { Ledger } from '../../../ledger/index.ts';
import {
  type CompiledPack,
  checkReply,
  compilePromptPack,
  type LeakGuard,
  type PromptPack,
  parsePack,
} from '../../../lens/index.ts';
import {
  type ComposedFrame,
  type ComposeFrames,
  compileWorkingSet,
  createOracle,
  type FactDraft,
  withDirectives,
} from '../../../oracle/index.ts';
import { investigationKinds, investigationPolicy } from './disclosure-policy.ts';

/** What a pack is compiled for. */
export type PackRequest = {
  readonly node: string;
  /** Tells this step of the case from every other. */
  readonly scene: string;
  /** The guard's mode. */
  readonly mode: string;
  /** What is asked for, and the JSON Schema it must fit. */
  readonly artifact: string;
  readonly schema: CanonicalValue;
  readonly bounds: CanonicalValue;
  readonly preamble: string;
  readonly frames: readonly ComposedFrame[];
};

/** A pack with what is needed to read it and to check its answer. */
export type DeskPack = CompiledPack & { readonly parsed: PromptPack; readonly guard: LeakGuard };

/** Makes packs for one case. */
export type PackDesk = {
  /** Makes the case's own facts known; a second time changes nothing. */
  prepare(facts: readonly FactDraft[]): Promise<void>;
  compile(request: PackRequest): Promise<DeskPack>;
};

/** Opens the desk of a case; `session` is the run. */
export function openPackDesk(
  { store, clock }: Ledger,
  place: { readonly world: string; readonly caseId: string; readonly session: string },
): PackDesk {
  // By scene, so that two turns at once are each told their own.
  const shown = new Map<string, readonly ComposedFrame[]>();
  const compose: ComposeFrames = async ({ scene }) => shown.get(scene) ?? [];
  const oracle = createOracle(store, { world: place.world, clock, compose });
  return {
    async prepare(facts) {
      await oracle.registerKinds(investigationKinds);
      await oracle.appendFacts(facts);
    },
    async compile({ node, scene, mode, artifact, schema, bounds, preamble, frames }) {
      shown.set(scene, frames);
      const cursor = { world: 'workspace', campaign: place.caseId, scene, session: place.session, mode };
      const directives = {
        output_class: { type: artifact, schema },
        channel_rules: { bounds },
        why_rule: 'rule-refs-only',
      };
      const policy = withDirectives(investigationPolicy, directives);
      const set = await compileWorkingSet(oracle, cursor, policy);
      const options = { consumer: node, guard: set.guard, style: { preamble } };
      const compiled = compilePromptPack(set, options);
      shown.delete(scene);
      return { ...compiled, parsed: parsePack(compiled.pack), guard: set.guard };
    },
  };
}

/** Checks a reply against its pack and returns what the record says of it, or throws `agent-failed`. */
export function requireFit(
  reply: CanonicalValue,
  pack: DeskPack,
): { readonly ok: boolean; readonly reasons: readonly string[] } {
  const { ok, reasons: faults } = checkReply(reply, pack);
  const reasons = faults.map(({ code, path }) => (path === undefined ? code : `${code} at ${path}`));
  if (ok) return { ok, reasons };
  const shown = reasons.slice(0, 5).join(', ');
  throw new PenumbraError('agent-failed', `the reply does not keep to its pack: ${shown}`, {
    data: { reasons },
  });
}
