/** Makes an identity from what a program or a file says of it: checked, completed with defaults, frozen. */
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

/** Every position an agent can play. */
const positions = ['PG', 'SG', 'PF', 'C'] as const;

/** Where an agent plays. */
export type Position = (typeof positions)[number];

/** Every alignment. */
const alignments = ['light', 'shadow', 'unaligned'] as const;

/** Whether an agent proposes (light), reviews (shadow) or does neither by itself. */
export type Alignment = (typeof alignments)[number];

/** Every role. */
const agentRoles = ['reader', 'writer', 'synthesis'] as const;

/** What an agent may do to the ledger. */
export type AgentRole = (typeof agentRoles)[number];

/** Every stickiness. */
const stickinesses = [0, 1, 2, 3] as const;

/** How far an agent's memory of its own replies reaches: never, within a zone, on return to it, always. */
export type Stickiness = (typeof stickinesses)[number];

/** What a step of an agent is expected to cost, in whole numbers, so that budgets add up exactly. */
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
  /** The zone the agent is at home in. */
  readonly homeZone: string | null;
  readonly alignment: Alignment;
  /** The model that speaks for the agent; null for the model of the run. */
  readonly model: string | null;
  readonly role: AgentRole;
  /** How well the agent fits each node, from 0 to 1; a node that is not named counts as 0. */
  readonly stepAffinity: { readonly [node: string]: number };
  readonly stickiness: Stickiness;
  readonly tags: readonly string[];
  /** What the agent is told about itself before its task. */
  readonly preamble: string;
  readonly costProfile: CostProfile | null;
};

/** Returns colour and name in brackets, for instance `[crimson/herald]`; an empty identity is `[none/anon]`. */
export function agentTag({ colour, name }: Partial<Pick<AgentIdentity, 'colour' | 'name'>>): string {
  return `[${(colour?.name || 'none').toLowerCase()}/${(name || 'anon').toLowerCase()}]`;
}

/** The wearers a mask declares; positions and names, where given, narrow the side to those that match either. */
export type MaskWearers = {
  /** The side the mask belongs to; without it both sides may wear the mask. */
  readonly alignment?: 'light' | 'shadow';
  readonly positions?: readonly Position[];
  readonly names?: readonly string[];
};

/** Tells whether an agent may wear a mask. */
export function mayWear(agent: AgentIdentity, { alignment, positions, names }: MaskWearers): boolean {
  const isNamed = names?.includes(agent.name) ?? false;
  // INVARIANT (deny by default): an agent on neither side wears only what names it.
  if (agent.alignment === 'unaligned') return isNamed;
  // INVARIANT (sides do not mix): not even a name lets a proposer wear a reviewer's mask, nor the reverse.
  if (alignment !== undefined && alignment !== agent.alignment) return false;
  if (positions === undefined && names === undefined) return true;
  return isNamed || (agent.position !== null && (positions?.includes(agent.position) ?? false));
}

/**
 * Where a reply lies on the way a case has taken. There is no other conversation, so this is all an agent knows of
 * what it said before.
 */
export type EarlierReply = {
  readonly stickiness: Stickiness;
  /** The zone of each step of the case so far, or null outside of zones; the last is the step about to be asked. */
  readonly zones: readonly (string | null)[];
  /** The step that gave the reply, counted from 0. */
  readonly step: number;
};

/** Tells whether a reply is remembered: 0 never, 1 within the zone, 2 also on return to it, 3 always. */
export function remembersReply({ stickiness, zones, step }: EarlierReply): boolean {
  const isEarlier = step >= 0 && step < zones.length - 1;
  if (!isEarlier || stickiness === 0) return false;
  if (stickiness === 3) return true;
  const here = zones.at(-1) ?? null;
  const between = stickiness === 1 ? zones.slice(step) : zones.slice(step, step + 1);
  return here !== null && between.every((zone) => zone === here);
}

/** What must be said of an agent, and what may be. */
export type AgentDraft = Pick<AgentIdentity, 'name'> & Partial<AgentIdentity>;

/** The zone each position is at home in. */
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

/** What may be said of an agent. */
export const agentShape: Shape = fields(identityShapes, ['name']);

/** Makes an identity; what is left out is empty, `reader`, `unaligned` and never sticky. */
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
  // Cloned first: the caller's own objects stay as free as they were.
  return deepFreeze(structuredClone(identity));
}

/** Brings decimals to the four places they are computed with. */
function roundAll(decimals: { readonly [name: string]: number }): { readonly [name: string]: number } {
  return Object.fromEntries(
    Object.entries(decimals).map(([key, value]) => [key, fromBasisPoints(toBasisPoints(value))]),
  );
}
