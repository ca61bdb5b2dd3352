/**
 * Reads a pack for the heuristic seats: the raw failure, its candidates, and the part of the trial that the
 * seat may see.
 */

import type { Block, PromptPack } from '../../disclosure/lens/index.ts';
import { type CanonicalValue, isRecord } from '../../kernel/index.ts';
import type { CourtArtifactData, EvidenceClass } from '../trial/court-artifacts.ts';
import type { Charge } from '../trial/seat-context.ts';
import type { Candidate } from './evidence-families.ts';

/** An exhibit as shown in a pack; its weight is in basis points. */
export type PackExhibit = {
  readonly index: number;
  readonly handle: string;
  readonly class: EvidenceClass;
  readonly weight: number;
  readonly struck: boolean;
};

/** The failure as shown in a pack. */
export type PackFailure = {
  readonly handle: string;
  readonly count: number;
  readonly type: string;
  readonly message: string;
  readonly is_flaky: boolean;
  readonly retries: readonly string[];
};

/** An experiment that was run, and its result. */
type PackExperiment = { readonly handle: string; readonly path: string; readonly blames: boolean };

/** The contents of a pack that the heuristics read. */
export type CourtPack = {
  readonly failure: PackFailure | null;
  readonly candidates: readonly Candidate[];
  readonly experiments: readonly PackExperiment[];
  readonly base: {
    readonly handle: string;
    readonly missing: readonly string[];
    /** How many candidate files exist, and how many of them the pack shows. */
    readonly candidates: number;
    readonly told: number;
    readonly history: string;
  } | null;
  readonly charge: Charge | null;
  /** The exhibits supporting the charge. */
  readonly charged: readonly PackExhibit[];
  readonly discovery: Pick<CourtArtifactData<'discovery'>, 'checks'> | null;
  readonly brief: CourtArtifactData<'defense_brief'> | null;
  readonly remandsLeft: number;
  /** Every block by its handle; claims can cite only these. */
  readonly blocks: ReadonlyMap<string, Block>;
};

type Payload = { readonly [field: string]: CanonicalValue };

/** Reads a pack; anything it does not contain is null or empty. */
export function readCourtPack({ truth, memory, task }: PromptPack): CourtPack {
  const blocks = [...truth, ...memory, ...task.scene];
  const of = (kind: string) => blocks.filter((block) => block.kind === kind);
  const one = <Value>(kind: string): Value | null => (of(kind)[0]?.payload as Value | undefined) ?? null;
  const exhibits = one<{ readonly exhibits: readonly PackExhibit[]; readonly charged: number }>('exhibits');
  return {
    failure: of('failure').map(toFailure)[0] ?? null,
    candidates: of('evidence').flatMap(toCandidate),
    experiments: of('experiment').flatMap(toExperiment),
    base: of('evidence-base').map(toBase)[0] ?? null,
    charge: one('charge'),
    charged: exhibits?.exhibits.slice(0, exhibits.charged) ?? [],
    discovery: one('discovery'),
    brief: one('defense_brief'),
    remandsLeft: one<{ readonly remands_left: number }>('trial')?.remands_left ?? 0,
    blocks: new Map(blocks.map((block) => [block.handle, block])),
  };
}

/** A block may be shown as a gist, so any of its fields may be missing. */
function fieldsOf({ payload }: Block): Payload {
  return isRecord(payload) ? (payload as Payload) : {};
}

function toFailure(block: Block): PackFailure {
  const { count, type, message, is_flaky, retries } = fieldsOf(block);
  return {
    handle: block.handle,
    count: typeof count === 'number' ? count : 1,
    type: typeof type === 'string' ? type : '',
    message: typeof message === 'string' ? message : '',
    is_flaky: is_flaky === true,
    retries: textsOf(retries),
  };
}

function toBase(block: Block): NonNullable<CourtPack['base']> {
  const { missing, history, candidates, told } = fieldsOf(block);
  return {
    handle: block.handle,
    missing: textsOf(missing),
    candidates: typeof candidates === 'number' ? candidates : 0,
    told: typeof told === 'number' ? told : 0,
    history: typeof history === 'string' ? history : 'none',
  };
}

function toExperiment(block: Block): readonly PackExperiment[] {
  const { path, blames } = fieldsOf(block);
  return typeof path === 'string' ? [{ handle: block.handle, path, blames: blames === true }] : [];
}

/** A candidate without a path cannot be weighed. */
function toCandidate(block: Block): readonly Candidate[] {
  const { path, side, features, worth } = fieldsOf(block);
  if (typeof path !== 'string' || typeof features !== 'object' || features === null) return [];
  const { handle, stale } = block;
  const isStale = stale === true;
  return [
    {
      handle,
      path,
      side: String(side),
      features: features as Candidate['features'],
      ...(isRecord(worth) && { worth: worth as NonNullable<Candidate['worth']> }),
      isStale,
    },
  ];
}

function textsOf(value: CanonicalValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
