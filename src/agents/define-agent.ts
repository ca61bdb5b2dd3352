/** Makes an identity from what a program or a file says of it: checked, completed with defaults, frozen. */
import { deepFreeze, fromBasisPoints, PenumbraError, toBasisPoints } from '../kernel/index.ts';
import { allElements } from './element-traits.ts';
import {
  type AgentIdentity,
  agentRoles,
  alignments,
  type Position,
  positions,
  stickinesses,
} from './identity.ts';
import {
  describeFault,
  fields,
  listOf,
  mappingOf,
  nullOr,
  oneOf,
  satisfying,
  textLike,
  textUpTo,
  type ValueCheck,
} from './value-check.ts';

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

const identityChecks: { readonly [Field in keyof AgentIdentity]: ValueCheck } = {
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
  stepAffinity: mappingOf({ name, value: decimal }),
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

/** Returns the first thing that does not fit in what is said of an agent, or null. */
export const findAgentFault: ValueCheck = fields(identityChecks, ['name']);

/** Makes an identity; what is left out is empty, `reader`, `unaligned` and never sticky. */
export function defineAgent(draft: AgentDraft): AgentIdentity {
  const fault = findAgentFault(draft);
  if (fault) {
    throw new PenumbraError('invalid-configuration', describeFault(fault, 'an agent'), {
      data: { agent: draft?.name, path: fault.path },
      hint: 'correct the field of the agent',
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
