/**
 * Assigns the seats of a court. Each seat has a stance, and no identity holds two seats: the one who charges
 * does not contest, and nobody judges their own conclusion.
 */

import { assertInvariant, cite, PenumbraError } from '../../kernel/index.ts';
import {
  type AgentIdentity,
  type ChallengerReason,
  challengerOf,
  type Element,
  personas,
} from '../../pipeline/agents/index.ts';

/** The seats of a court. */
export const courtRoles = ['prosecution', 'defense', 'expert', 'judge'] as const;

export type CourtRole = (typeof courtRoles)[number];

/** The purpose of a seat. */
export type Stance = 'charge' | 'contest' | 'bench';

/** The stance of each seat. */
const stanceOf: Readonly<Record<CourtRole, Stance>> = Object.freeze({
  prosecution: 'charge',
  defense: 'contest',
  expert: 'bench',
  judge: 'bench',
});

/**
 * Why an identity holds its seat: by default, as the challenger of an element, for lack of such a challenger,
 * or swapped.
 */
export type SeatReason = 'default' | ChallengerReason | 'swapped';

/** A seat and its holder. */
export type Seat = {
  readonly identity: AgentIdentity;
  readonly stance: Stance;
  readonly reason: SeatReason;
};

export type SeatedCourt = Readonly<Record<CourtRole, Seat>>;

const defaultSeats: Readonly<Record<CourtRole, string>> = {
  prosecution: 'Challenger',
  defense: 'Abyss',
  expert: 'Bulwark',
  judge: 'Specter',
};

/**
 * Seats a court against a conclusion of an element: the element's challenger prosecutes, swapping places if
 * it held another seat.
 */
export function seatCourt({
  element,
  lightAgents = [],
  team = personas,
}: {
  readonly element: Element;
  /** The names of the agents of the light pass. */
  readonly lightAgents?: readonly string[];
  readonly team?: readonly AgentIdentity[];
}): SeatedCourt {
  const { agent, reason } = challengerOf(element, { team });
  const held = courtRoles.find((role) => defaultSeats[role] === agent.name) ?? 'prosecution';
  const names = { ...defaultSeats, [held]: defaultSeats.prosecution, prosecution: agent.name };
  const seat = (role: CourtRole): Seat => {
    const identity = role === 'prosecution' ? agent : team.find(({ name }) => name === names[role]);
    const isSwapped = names[role] !== defaultSeats[role];
    const why = role === 'prosecution' ? reason : isSwapped ? 'swapped' : 'default';
    return Object.freeze({ identity: identity ?? nobody(names[role]), stance: stanceOf[role], reason: why });
  };
  const seats = Object.fromEntries(courtRoles.map((role) => [role, seat(role)])) as SeatedCourt;
  requireSeats(seats, { lightAgents });
  return Object.freeze(seats);
}

/**
 * Throws if a stance is missing, an identity holds two seats, or an agent of the light pass defends or
 * judges.
 */
export function requireSeats(
  seats: Readonly<Partial<Record<CourtRole, { readonly identity: AgentIdentity }>>>,
  { lightAgents = [] }: { readonly lightAgents?: readonly string[] } = {},
): void {
  const taken = new Map<string, CourtRole>();
  for (const role of courtRoles) {
    const identity = seats[role]?.identity;
    if (!identity)
      throw refuse(`nobody holds the stance \`${stanceOf[role]}\` as ${role}`, 'take every seat');
    const other = taken.get(identity.name);
    if (other)
      throw refuse(`${cite(identity.name)} sits twice, as ${other} and ${role}`, 'seat somebody else');
    taken.set(identity.name, role);
    requireApart(role, identity, lightAgents);
  }
  assertInvariant(taken.size === courtRoles.length, 'every seat is taken once');
}

function requireApart(
  role: CourtRole,
  { name, alignment }: AgentIdentity,
  lightAgents: readonly string[],
): void {
  if (role !== 'defense' && role !== 'judge') return;
  if (alignment !== 'light' && !lightAgents.includes(name)) return;
  throw refuse(
    `${cite(name)} is of the light pass and cannot be ${role}`,
    'seat an agent that took no part in it',
  );
}

function nobody(name: string): never {
  throw refuse(`${cite(name)} is not in the team`, 'give a team with the four reviewers');
}

function refuse(message: string, hint: string): PenumbraError {
  return new PenumbraError('invalid-configuration', message, { hint });
}
