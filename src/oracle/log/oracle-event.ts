/** What happens to an oracle beside facts: events in one log, from which its whole state is folded. */
import {
  isOneOf,
  isRecord,
  isText,
  isWhole,
  listOf,
  nameOf,
  type ShapeCheck,
} from '../../disclosure/index.ts';
import { canonicalText, type Id, isId, isSha256, PenumbraError, parseCanonical } from '../../kernel/index.ts';
import { isFilled, isFlag } from '../knowledge/take-draft.ts';
import { type UnlockEvent, unlockScopes } from '../knowledge/unlock.ts';
import { type Pins, policyNames, type Slice } from '../policy.ts';
import type { StoryCursor } from '../working-set/story-cursor.ts';

/** A kind of fact, as its domain registers it. */
export type KindEntry = {
  readonly kind: string;
  /** True for what is remembered rather than established. */
  readonly recall: boolean;
  /** True for what is a matter of rules; a director does not see it. */
  readonly mechanical: boolean;
  readonly slice: Exclude<Slice, 'compactions'>;
};

/** One event. */
export type OracleEvent =
  | ({ readonly type: 'kind' } & KindEntry)
  | UnlockEvent
  | { readonly type: 'cursor'; readonly cursor: StoryCursor }
  | { readonly type: 'tier'; readonly consumer: string; readonly entity: string; readonly tier: number }
  | { readonly type: 'vocabulary'; readonly words: readonly string[] }
  | { readonly type: 'promotion'; readonly handle: string; readonly operator: string; readonly event: string }
  | { readonly type: 'compaction'; readonly handle: string; readonly isDropped: boolean }
  | { readonly type: 'policy'; readonly name: string; readonly id: string }
  | { readonly type: 'pin'; readonly name: string; readonly value: Pins[string] }
  | {
      readonly type: 'pin-revision';
      readonly name: string;
      readonly value: Pins[string];
      readonly operator: string;
      readonly event: string;
    }
  | { readonly type: 'derived-lock'; readonly handle: string; readonly by: string }
  | {
      readonly type: 'pack';
      readonly key: string;
      // Full ids, so that what keeps and moves a ledger follows them to the objects.
      readonly pack: Id<'pack'>;
      readonly request: Id<'content'> | null;
    };

/** Tells whether a value can be that of a pin. */
export function isPinValue(value: unknown): value is Pins[string] {
  return isText(value) || isFlag(value) || Number.isSafeInteger(value);
}

/** Tells whether a value is a cursor. */
export function isCursor(value: unknown): boolean {
  return isRecord(value, { world: isText, campaign: isText, scene: isText, session: isText, mode: isText });
}

/** The fields of a kind. */
export const kindFields = {
  kind: nameOf,
  recall: isFlag,
  mechanical: isFlag,
  slice: isOneOf(['facts', 'state']),
} as const satisfies Record<keyof KindEntry, ShapeCheck>;

/** The fields of an unlock, and of a lock. */
export const unlockFields = {
  handle: isFilled,
  scope: isOneOf(unlockScopes),
  scopeId: isFilled,
  source: isFilled,
  event: isFilled,
} as const;

const pinFields = { name: isFilled, value: isPinValue } as const;
const wordFields = { operator: isFilled, event: isFilled } as const;

const eventFields: Readonly<Record<OracleEvent['type'], Readonly<Record<string, ShapeCheck>>>> = {
  kind: kindFields,
  unlock: unlockFields,
  relock: unlockFields,
  cursor: { cursor: isCursor },
  tier: { consumer: nameOf, entity: isText, tier: isWhole },
  vocabulary: { words: listOf(isText) },
  promotion: { handle: isFilled, ...wordFields },
  compaction: { handle: isFilled, isDropped: isFlag },
  policy: { name: isOneOf(policyNames), id: (value) => isText(value) && isId(value, 'policy') },
  pin: pinFields,
  'pin-revision': { ...pinFields, ...wordFields },
  'derived-lock': { handle: isFilled, by: isFilled },
  pack: {
    key: (value) => isText(value) && isSha256(value),
    pack: (value) => isText(value) && isId(value, 'pack'),
    request: (value) => value === null || (isText(value) && isId(value, 'content')),
  },
};

/** Writes an event as a log entry. */
export function formatEvent(event: OracleEvent): string {
  return canonicalText(event);
}

/** Reads an event back, or returns null for what is none. */
export function tryParseEvent(value: string): OracleEvent | null {
  try {
    const event = parseCanonical(value);
    return isEvent(event) ? event : null;
  } catch {
    return null;
  }
}

/** Reads an event back, or throws `log-corrupt`. */
export function parseEvent(log: string, sequence: number, value: string): OracleEvent {
  const event = tryParseEvent(value);
  if (event !== null) return event;
  throw new PenumbraError('log-corrupt', `entry ${sequence} of log \`${log}\` is not an event of an oracle`, {
    data: { log, sequence },
    hint: 'run `penumbra validate`, and import an export that still has it',
  });
}

function isEvent(value: unknown): value is OracleEvent {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  const { type } = value;
  if (!isText(type) || !Object.hasOwn(eventFields, type)) return false;
  return isRecord(value, { type: isText, ...eventFields[type as OracleEvent['type']] });
}
