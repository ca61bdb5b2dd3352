// Compiles packs of harmless facts beside locked tokens, as they would be compiled for an agent, and looks at what was
// taken out. It knows oracle and lens by their doors alone.

import { compileGuard, compilePromptPack } from '../src/disclosure/lens/index.ts';
import {
  type CompiledWorkingSet,
  compileWorkingSet,
  createOracle,
  type FactDraft,
} from '../src/disclosure/oracle/index.ts';
import type { CanonicalValue } from '../src/kernel/index.ts';
import { compareCodePoints, PenumbraError } from '../src/kernel/index.ts';
import type { Cause } from './false-block-cause.ts';
import type { Corpus, OfferedFact } from './false-block-corpus.ts';
import type { Shape } from './false-block-shapes.ts';
import { judgeBlock, type Verdict } from './false-block-verdict.ts';

/** What became of the facts of one project beside the locked tokens of one shape. */
export interface Figures {
  readonly project: string;
  readonly group: string;
  readonly shape: string;
  readonly tokens: number;
  readonly facts: number;
  readonly packs: number;
  /** Packs that the lens refused, although the oracle had locked what tells of something. */
  readonly refused: number;
  /** Where the refused packs would have told something: packs by channel. */
  readonly refusedAt: Readonly<Record<string, number>>;
  /** Blocked facts that say a locked token as a word. */
  readonly quoted: number;
  /** Blocked facts that hold one only inside a longer word or once separators are removed. */
  readonly contained: number;
  /** Blocked facts that hold none of the tokens. */
  readonly blockedFalsely: number;
  /** Pairs of a fact and a token that was found in it, of whatever kind. */
  readonly pairs: number;
  readonly causes: Readonly<Record<string, number>>;
}

/** A false block with what made it. */
export interface FalseBlock {
  readonly project: string;
  readonly shape: string;
  readonly cause: Cause;
  readonly token: string;
  readonly excerpt: string;
}

/** Measures one shape of tokens against one project. */
export async function measureShape(
  corpus: Corpus,
  shape: Shape,
): Promise<{ readonly figures: Figures; readonly falseBlocks: readonly FalseBlock[] }> {
  const tokens = shape.tokens(corpus);
  const packs = inPacks(corpus.facts);
  const outcomes: PackOutcome[] = [];
  for (const facts of packs) outcomes.push(await compileFacts(facts, tokens, shape.isNamed));
  const refusedAt = outcomes.flatMap(({ refusal }) => refusal ?? []);
  const guard = compileGuard(tokens.map((token, index) => ({ handle: String(index), tokens: [token] })));
  const verdicts = outcomes.flatMap(({ blocked }) => blocked.map((fact) => judgeBlock(fact, tokens, guard)));
  const count = (kind: Verdict['kind']) => verdicts.filter((verdict) => verdict.kind === kind).length;
  const falseBlocks = verdicts.flatMap(({ kind, falseHit }) =>
    kind === 'false' && falseHit !== null
      ? [{ project: corpus.project, shape: `${shape.group}: ${shape.name}`, ...falseHit }]
      : [],
  );
  const figures: Figures = {
    project: corpus.project,
    group: shape.group,
    shape: shape.name,
    tokens: tokens.length,
    facts: corpus.facts.length,
    packs: packs.length,
    refused: refusedAt.length,
    refusedAt: tally(refusedAt),
    quoted: count('quoted'),
    contained: count('contained'),
    blockedFalsely: count('false'),
    pairs: verdicts.reduce((sum, { hits }) => sum + hits, 0),
    causes: tally(falseBlocks.map(({ cause }) => cause)),
  };
  return { figures, falseBlocks };
}

const FACTS_IN_PACK = 200;
/** Large enough that nothing is cut: a fact that is not told was locked. */
const budget = { tokens: 4_000_000 };
const cursor = {
  world: 'workspace',
  campaign: 'case-1',
  scene: 'investigate',
  session: 'run-1',
  mode: 'WORK',
};
const maskMatrix = { version: 1, consumers: { investigator: { '*': { public: 'full' } } } } as const;

function inPacks(facts: readonly OfferedFact[]): readonly (readonly OfferedFact[])[] {
  return Array.from({ length: Math.ceil(facts.length / FACTS_IN_PACK) }, (_, index) =>
    facts.slice(index * FACTS_IN_PACK, (index + 1) * FACTS_IN_PACK),
  );
}

interface PackOutcome {
  /** The facts that got a derived lock. */
  readonly blocked: readonly OfferedFact[];
  /** The channel at which the lens refused the pack, or null where it did not. */
  readonly refusal: string | null;
}

async function compileFacts(
  facts: readonly OfferedFact[],
  tokens: readonly string[],
  isNamed: boolean,
): Promise<PackOutcome> {
  const oracle = createOracle();
  await oracle.registerKinds(['code', 'log', 'test', 'path', 'secret'].map((kind) => ({ kind })));
  const offered = await oracle.appendFacts(facts.map(({ kind, payload }) => open(kind, payload)));
  await oracle.appendFacts(tokens.map((token) => locked(token, isNamed)));
  const set = await compileWorkingSet(oracle, cursor, { maskMatrix, budget });
  const told = handlesIn(set);
  const blocked = facts.filter((_, index) => !told.has(offered[index]?.handle ?? ''));
  return { blocked, refusal: refusalOf(set, told.size) };
}

/** Returns the handles of the facts in a working set. The budget cuts none, so the others have a derived lock. */
function handlesIn({ bytes }: CompiledWorkingSet): ReadonlySet<string> {
  const { facts_slice } = JSON.parse(new TextDecoder().decode(bytes)) as {
    readonly facts_slice: readonly { readonly handle: string }[];
  };
  return new Set(facts_slice.map(({ handle }) => handle));
}

/** Compiles the pack, which holds every fact of the set, and returns the channel at which it is refused. */
function refusalOf(set: CompiledWorkingSet, told: number): string | null {
  try {
    const { envelope } = compilePromptPack(set, { consumer: 'investigator', guard: set.guard });
    if (envelope.allowed_handles.length !== told) throw new Error('a fact is neither told nor locked');
    return null;
  } catch (error) {
    if (!(error instanceof PenumbraError) || error.code !== 'leak-blocked') throw error;
    return String(error.data.channel);
  }
}

function open(kind: string, payload: CanonicalValue): FactDraft {
  const provenance = { source: 'git', eventIds: [], ruleRefs: [] };
  return { kind, payload, provenance, visibility: 'public', precision: 'unlocked' };
}

function locked(token: string, isNamed: boolean): FactDraft {
  const draft: FactDraft = { ...open('secret', { value: token }), precision: 'locked' };
  return isNamed ? { ...draft, precise: ['/value'] } : draft;
}

function tally(causes: readonly Cause[]): Readonly<Record<string, number>> {
  const counts = Map.groupBy(causes, (cause) => cause);
  return Object.fromEntries([...counts].map(([cause, all]) => [cause, all.length] as const).sort(byName));
}

function byName([left]: readonly [string, number], [right]: readonly [string, number]): number {
  return compareCodePoints(left, right);
}
