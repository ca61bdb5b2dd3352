/** Builds an agent identity from a draft: validated, completed with defaults, frozen. */
import {
  deepFreeze,
  fields,
  fromBasisPoints,
  listOf,
  mappingOf,
  nullOr,
  oneOf,
  PenumbraError,
  type Shape,
  satisfying,
  textLike,
  textUpTo,
  toBasisPoints,
} from '../../kernel/index.ts';
import { allElements, type Element } from './element.ts';

const positions = ['PG', 'SG', 'PF', 'C'] as const;

/** Where an agent plays. */
export type Position = (typeof positions)[number];

const alignments = ['light', 'shadow', 'unaligned'] as const;

/** Whether an agent proposes (light), reviews (shadow) or does neither by itself. */
export type Alignment = (typeof alignments)[number];

const agentRoles = ['reader', 'writer', 'synthesis'] as const;

/** An agent's permissions on the ledger. */
export type AgentRole = (typeof agentRoles)[number];

const stickinesses = [0, 1, 2, 3] as const;

/** When an agent remembers its own replies: never, within a zone, also on return to it, always. */
export type Stickiness = (typeof stickinesses)[number];

/** The expected cost of a step, in integers, so that budgets add up exactly. */
export type CostProfile = {
  readonly tokensPerStep: number;
  readonly microdollarsPerMillionTokens: number;
};

/** One agent. */
export type AgentIdentity = {
  readonly name: string;
  readonly colour: { readonly name: string; readonly hex: string } | null;
  readonly element: Element | null;
  readonly position: Position | null;
  /** The agent's home zone. */
  readonly homeZone: string | null;
  readonly alignment: Alignment;
  /** The model that speaks for the agent; null for the run's model. */
  readonly model: string | null;
  readonly role: AgentRole;
  /** The agent's affinity for each node, from 0 to 1; nodes not listed have 0. */
  readonly stepAffinity: { readonly [node: string]: number };
  readonly stickiness: Stickiness;
  readonly tags: readonly string[];
  /** The description of itself that the agent is given before its task. */
  readonly preamble: string;
  readonly costProfile: CostProfile | null;
};

/** Returns colour and name in brackets, such as `[crimson/herald]`; an empty identity is `[none/anon]`. */
export function agentTag({ colour, name }: Partial<Pick<AgentIdentity, 'colour' | 'name'>>): string {
  return `[${(colour?.name || 'none').toLowerCase()}/${(name || 'anon').toLowerCase()}]`;
}

/** Who may wear a mask; positions and names, if given, limit the side to agents that match either. */
export type MaskWearers = {
  /** The side the mask belongs to; both sides if missing. */
  readonly alignment?: 'light' | 'shadow';
  readonly positions?: readonly Position[];
  readonly names?: readonly string[];
};

/** Checks whether an agent may wear a mask. */
export function mayWear(agent: AgentIdentity, { alignment, positions, names }: MaskWearers): boolean {
  const isNamed = names?.includes(agent.name) ?? false;
  // INVARIANT (deny by default): an agent on neither side may only wear masks that name it.
  if (agent.alignment === 'unaligned') return isNamed;
  // INVARIANT (sides do not mix): not even by name may a proposer wear a reviewer's mask, or the reverse.
  if (alignment !== undefined && alignment !== agent.alignment) return false;
  if (positions === undefined && names === undefined) return true;
  return isNamed || (agent.position !== null && (positions?.includes(agent.position) ?? false));
}

/**
 * The position of a reply in the steps of a case. There is no other conversation, so this is all an agent
 * knows of what it said before.
 */
export type EarlierReply = {
  readonly stickiness: Stickiness;
  /** The zone of each step so far, or null outside of zones; the last is the step about to be asked. */
  readonly zones: readonly (string | null)[];
  /** The step that gave the reply, counted from 0. */
  readonly step: number;
};

/** Checks whether a reply is remembered: 0 never, 1 within the zone, 2 also on return to it, 3 always. */
export function remembersReply({ stickiness, zones, step }: EarlierReply): boolean {
  const isEarlier = step >= 0 && step < zones.length - 1;
  if (!isEarlier || stickiness === 0) return false;
  if (stickiness === 3) return true;
  const here = zones.at(-1) ?? null;
  const between = stickiness === 1 ? zones.slice(step) : zones.slice(step, step + 1);
  return here !== null && between.every((zone) => zone === here);
}

/** The required and optional fields of an agent. */
export type AgentDraft = Pick<AgentIdentity, 'name'> & Partial<AgentIdentity>;

/** The home zone of each position. */
export const homeZones: Readonly<Record<Position, string>> = Object.freeze({
  PG: 'backcourt',
  SG: 'paint',
  PF: 'frontcourt',
  C: 'frontcourt',
});

const MAX_TAGS = 32;
const MAX_NODES = 256;
const MAX_PREAMBLE_LENGTH = 4_000;

const name = textLike(
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  'letters, digits, dots, dashes and underscores, at most 64',
);
const wholeNumber = satisfying(
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  'a whole number',
);
const decimal = satisfying(
  (value) => typeof value === 'number' && value >= 0 && value <= 1,
  'a decimal from 0 to 1',
);

const identityShapes: { readonly [Field in keyof AgentIdentity]: Shape } = {
  name,
  colour: nullOr(
    fields(
      {
        name: textLike(/^[A-Za-z][A-Za-z0-9 -]{0,63}$/, 'letters, digits, spaces and dashes, at most 64'),
        hex: textLike(/^#[0-9A-Fa-f]{6}$/, 'a colour such as "#DC143C", in quotes'),
      },
      ['name', 'hex'],
    ),
  ),
  element: nullOr(oneOf([...allElements, 'iron'])),
  position: nullOr(oneOf(positions)),
  homeZone: nullOr(name),
  alignment: oneOf(alignments),
  model: nullOr(textLike(/^[\x21-\x7e]{1,255}$/, 'a name without spaces, at most 255 characters')),
  role: oneOf(agentRoles),
  stepAffinity: mappingOf(name, decimal, MAX_NODES),
  stickiness: oneOf(stickinesses),
  tags: listOf(name, MAX_TAGS),
  preamble: textUpTo(MAX_PREAMBLE_LENGTH),
  costProfile: nullOr(
    fields({ tokensPerStep: wholeNumber, microdollarsPerMillionTokens: wholeNumber }, [
      'tokensPerStep',
      'microdollarsPerMillionTokens',
    ]),
  ),
};

/** The schema of an agent draft. */
export const agentShape: Shape = fields(identityShapes, ['name']);

/**
 * Builds an identity; omitted fields are empty, with role `reader`, alignment `unaligned` and stickiness 0.
 */
export function defineAgent(draft: AgentDraft): AgentIdentity {
  const [misfit] = agentShape(draft, 'an agent');
  if (misfit) {
    throw new PenumbraError('invalid-configuration', misfit.message, {
      data: { agent: draft?.name, path: misfit.path },
      hint: misfit.remedy,
    });
  }
  const position = draft.position ?? null;
  const identity: AgentIdentity = {
    name: draft.name,
    colour: draft.colour ?? null,
    element: draft.element ?? null,
    position,
    homeZone: draft.homeZone === undefined && position ? homeZones[position] : (draft.homeZone ?? null),
    alignment: draft.alignment ?? 'unaligned',
    model: draft.model ?? null,
    role: draft.role ?? 'reader',
    stepAffinity: roundAll(draft.stepAffinity ?? {}),
    stickiness: draft.stickiness ?? 0,
    tags: draft.tags ?? [],
    preamble: draft.preamble ?? '',
    costProfile: draft.costProfile ?? null,
  };
  // Cloned first, so that the caller's objects are not frozen.
  return deepFreeze(structuredClone(identity));
}

/** Rounds decimals to the four places used in computations. */
function roundAll(decimals: { readonly [name: string]: number }): { readonly [name: string]: number } {
  return Object.fromEntries(
    Object.entries(decimals).map(([key, value]) => [key, fromBasisPoints(toBasisPoints(value))]),
  );
}
