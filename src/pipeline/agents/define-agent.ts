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
import { allElements } from './element.ts';
import {
  type AgentIdentity,
  agentRoles,
  alignments,
  type Position,
  positions,
  stickinesses,
} from './identity.ts';

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
