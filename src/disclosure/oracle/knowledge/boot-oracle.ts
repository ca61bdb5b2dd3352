/**
 * A cold boot: an oracle on a store that may have been moved, merged or tampered with. Pins are held against the record
 * first; then everything is read and verified, so that what is wrong shows now and by its own name.
 */
import { PenumbraError } from '../../../kernel/index.ts';
import { everyEntry, type Store } from '../../../ledger/index.ts';
import { tryParseEvent } from '../log/oracle-event.ts';
import { applyEvent, emptyState, type OracleState } from '../log/oracle-state.ts';
import { openOracleStore, oracleLog } from '../log/oracle-store.ts';
import { isPins, type Pins } from '../policy.ts';
import { DEFAULT_WORLD, oracleOn } from './create-oracle.ts';
import { requireEveryPin } from './keep-policies.ts';
import type { Oracle, OracleOptions } from './oracle.ts';

/** What an oracle is booted with. */
export type BootOptions = OracleOptions & {
  /** The values the caller goes by: all that are on record and no others; where none is yet, any. */
  readonly pins: Pins;
};

/**
 * Boots an oracle, or throws `pin-mismatch`, `digest-mismatch`, `log-corrupt` or `hash-mismatch`. It reads the whole
 * event log: a snapshot saves time elsewhere, and nothing here rests on one.
 */
export async function bootOracle(store: Store, options: BootOptions): Promise<Oracle> {
  const { pins, clock = { now: () => 0 }, world = DEFAULT_WORLD } = options;
  requirePinValues(pins);
  requireEveryPin(await recordedPins(store, oracleLog(world)), pins);
  const records = openOracleStore({ store, clock }, { world, isWhole: true });
  await records.present();
  return oracleOn(records, options);
}

/** Reads the pins of a log that may be damaged: what is no event is passed over here, and judged afterwards. */
async function recordedPins(store: Store, log: string): Promise<OracleState['pins']> {
  const state = emptyState();
  for await (const { value } of everyEntry(store, log)) {
    const event = tryParseEvent(value);
    if (event?.type === 'pin' || event?.type === 'pin-revision') applyEvent(state, event);
  }
  return state.pins;
}

function requirePinValues(pins: unknown): asserts pins is Pins {
  if (isPins(pins)) return;
  throw new PenumbraError('usage', 'an oracle is booted with the pins its caller goes by', {
    hint: 'give `pins` as a record of texts, whole numbers and booleans; an empty one where none is on record',
  });
}
