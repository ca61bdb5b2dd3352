/** What happens to an oracle beside facts: events in one log, from which its whole state is folded. */
import { type CanonicalValue, canonicalText, PenumbraError, parseCanonical } from '../kernel/index.ts';
import type { Pins, Slice } from './policy.ts';
import type { StoryCursor } from './story-cursor.ts';
import type { UnlockEvent } from './unlock.ts';

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
  | { readonly type: 'pack'; readonly key: string; readonly hash: string };

const types: ReadonlySet<unknown> = new Set([
  'kind',
  'unlock',
  'relock',
  'cursor',
  'tier',
  'vocabulary',
  'promotion',
  'compaction',
  'policy',
  'pin',
  'pin-revision',
  'derived-lock',
  'pack',
] satisfies OracleEvent['type'][]);

/** Writes an event as a log entry. */
export function formatEvent(event: OracleEvent): string {
  return canonicalText(event);
}

/** Reads an event back, or throws `log-corrupt`. */
export function parseEvent(log: string, sequence: number, value: string): OracleEvent {
  const event = tryParse(value);
  if (event !== null && types.has(event.type)) return event as unknown as OracleEvent;
  throw new PenumbraError('log-corrupt', `entry ${sequence} of log \`${log}\` is not an event of an oracle`, {
    data: { log, sequence },
    hint: 'run `penumbra validate`, and import an export that still has it',
  });
}

function tryParse(value: string): { readonly [key: string]: CanonicalValue } | null {
  try {
    const parsed = parseCanonical(value);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as { readonly [key: string]: CanonicalValue })
      : null;
  } catch {
    return null;
  }
}
