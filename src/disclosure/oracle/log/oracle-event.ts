/**
 * Everything that happens to an oracle apart from facts: events in one log, from which its state is folded.
 */

import { canonicalText, type Id, PenumbraError, parseCanonical } from '../../../kernel/index.ts';
import {
  hasFields,
  idOf,
  isDigest,
  isFilled,
  isFlag,
  isOneOf,
  isText,
  isTier,
  listOf,
  nameOf,
  type ShapeCheck,
} from '../../index.ts';
import { isPinValue, type Pins, type PolicyName, policyNames, type Slice } from '../facts/policy.ts';
import { isCursor, type StoryCursor } from '../facts/story-cursor.ts';
import {
  isUnlockPlace,
  type UnlockEvent,
  type UnlockPlace,
  type UnlockScope,
  unlockScopes,
} from '../facts/unlock.ts';

/** A kind of fact, as registered. */
export type KindEntry = {
  readonly kind: string;
  /** True for memories, which are not established. */
  readonly recall: boolean;
  /** True for matters of rules, which a director does not see. */
  readonly mechanical: boolean;
  readonly slice: Exclude<Slice, 'compactions'>;
};

/** A lock on an item that contains a token of another locked item. */
export type DerivedLock = { readonly handle: string; readonly by: string };

/** The place of unlocks that were recorded without one. */
type PlacedScope = {
  readonly handle: string;
  readonly scope: UnlockScope;
  readonly scopeId: string;
  readonly place: UnlockPlace;
};

export type OracleEvent =
  | ({ readonly type: 'kind' } & KindEntry)
  | UnlockEvent
  | ({ readonly type: 'unlock-place' } & PlacedScope)
  | { readonly type: 'cursor'; readonly cursor: StoryCursor }
  | { readonly type: 'tier'; readonly consumer: string; readonly entity: string; readonly tier: number }
  | { readonly type: 'vocabulary'; readonly words: readonly string[] }
  | { readonly type: 'promotion'; readonly handle: string; readonly operator: string; readonly event: string }
  | { readonly type: 'compaction'; readonly handle: string; readonly isDropped: boolean }
  | { readonly type: 'policy'; readonly name: PolicyName; readonly id: Id<'policy'> }
  | { readonly type: 'pin'; readonly name: string; readonly value: Pins[string] }
  | {
      readonly type: 'pin-revision';
      readonly name: string;
      readonly value: Pins[string];
      readonly operator: string;
      readonly event: string;
    }
  | ({ readonly type: 'derived-lock' } & DerivedLock)
  | {
      readonly type: 'pack';
      readonly key: string;
      // Full ids, so that validation and export can follow them to the objects.
      readonly pack: Id<'pack'>;
      readonly request: Id<'content'> | null;
    };

export const kindFields = {
  kind: nameOf,
  recall: isFlag,
  mechanical: isFlag,
  slice: isOneOf(['facts', 'state']),
} as const satisfies Record<keyof KindEntry, ShapeCheck>;

/** The fields of an unlock and of a lock. */
export const unlockFields = {
  handle: isFilled,
  scope: isOneOf(unlockScopes),
  scopeId: isFilled,
  source: isFilled,
  event: isFilled,
} as const;

/** The optional fields of an unlock and of a lock. */
export const unlockOptions = { place: isUnlockPlace } as const;

const pinFields = { name: isFilled, value: isPinValue } as const;
const wordFields = { operator: isFilled, event: isFilled } as const;

const eventFields: Readonly<Record<OracleEvent['type'], Readonly<Record<string, ShapeCheck>>>> = {
  kind: kindFields,
  unlock: unlockFields,
  relock: unlockFields,
  'unlock-place': {
    handle: isFilled,
    scope: isOneOf(unlockScopes),
    scopeId: isFilled,
    place: isUnlockPlace,
  },
  cursor: { cursor: isCursor },
  tier: { consumer: nameOf, entity: isText, tier: isTier },
  vocabulary: { words: listOf(isText) },
  promotion: { handle: isFilled, ...wordFields },
  compaction: { handle: isFilled, isDropped: isFlag },
  policy: { name: isOneOf(policyNames), id: idOf('policy') },
  pin: pinFields,
  'pin-revision': { ...pinFields, ...wordFields },
  'derived-lock': { handle: isFilled, by: isFilled },
  pack: {
    key: isDigest,
    pack: idOf('pack'),
    request: (value) => value === null || idOf('content')(value),
  },
};

/** Formats an event as a log entry, or throws `usage`, so that nothing unreadable is written. */
export function formatEvent(event: OracleEvent): string {
  if (isEvent(event)) return canonicalText(event);
  throw new PenumbraError('usage', 'a name or value is not of the form that the record of an oracle has', {
    hint: 'names are texts that are not empty, values are texts, whole numbers or booleans',
  });
}

/** Parses an event; returns null if it is not valid. */
export function tryParseEvent(value: string): OracleEvent | null {
  try {
    const event = parseCanonical(value);
    return isEvent(event) ? event : null;
  } catch {
    return null;
  }
}

/** Parses an event, or throws `log-corrupt`. */
export function parseEvent(log: string, sequence: number, value: string): OracleEvent {
  const event = tryParseEvent(value);
  if (event !== null) return event;
  throw new PenumbraError('log-corrupt', `entry ${sequence} of log \`${log}\` is not an event of an oracle`, {
    data: { log, sequence },
    hint: 'run `penumbra validate`, and import an export that still has it',
  });
}

export function isEvent(value: unknown): value is OracleEvent {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  const { type } = value;
  if (!isText(type) || !Object.hasOwn(eventFields, type)) return false;
  const optional = type === 'unlock' || type === 'relock' ? unlockOptions : {};
  return hasFields(value, { type: isText, ...eventFields[type as OracleEvent['type']] }, optional);
}
