// Everything that leaves oracle and lens for a world, as texts: what is compiled for every consumer, what is on record,
// what auditors are shown, what is said of replies, and all that is thrown on the way.

import { inspect } from 'node:util';
import {
  type CompiledPack,
  checkReply,
  compilePromptPack,
  type PackOptions,
  packKey,
  renderPack,
} from '../../src/disclosure/lens/index.ts';
import {
  auditWorkingSet,
  type CompiledWorkingSet,
  type ComposedFrame,
  compileWorkingSet,
  type Oracle,
  type PolicyDraft,
  type StoryCursor,
} from '../../src/disclosure/oracle/index.ts';
import { PenumbraError } from '../../src/kernel/index.ts';
import { cursor, policy } from '../lens/sample-world.ts';

/** Something that left, and where. */
export interface Output {
  readonly place: string;
  readonly text: string;
}

/** How a world is compiled; the sample's ways unless it says otherwise. */
export interface Departure {
  readonly at?: StoryCursor;
  readonly under?: PolicyDraft;
  /** Frames of the context. */
  readonly frames?: readonly ComposedFrame[];
  readonly pack?: Omit<PackOptions, 'consumer' | 'guard'>;
  /** What agents say. */
  readonly replies?: readonly string[];
}

/** The consumers of the sample's matrix, and one whom it does not know. */
const consumers = ['narrator', 'player', 'keeper', 'stranger'] as const;

/** Returns all that leaves. */
export async function allThatLeaves(oracle: Oracle, departure: Departure = {}): Promise<readonly Output[]> {
  const { at = cursor, under = policy, frames = [] } = departure;
  const outputs: Output[] = [];
  await attempt(outputs, 'working set', async () => {
    const set = await compileWorkingSet(oracle, at, under, { frames });
    outputs.push({ place: 'working set', text: textOf(set.bytes) });
    outputs.push({ place: 'guard', text: shown(set.guard) });
    for (const consumer of consumers)
      await attempt(outputs, consumer, () => leaveTo(outputs, { oracle, set, consumer, departure }));
  });
  await attempt(outputs, 'record', async () => {
    const { state } = await oracle.read();
    outputs.push({ place: 'derived locks', text: shown([...state.derivedLocks]) });
    outputs.push({ place: 'audit', text: shown(await auditWorkingSet(oracle, at, under, { frames })) });
  });
  return outputs;
}

/** Runs something and keeps what it throws as an output. */
export async function attempt(
  outputs: Output[],
  place: string,
  run: () => unknown | Promise<unknown>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    outputs.push({ place: `fault of ${place}`, text: faultText(error) });
  }
}

/** Returns everything that an error says. */
function faultText(error: unknown): string {
  if (!(error instanceof Error)) return shown(error);
  const { code, data, hint } = error instanceof PenumbraError ? error : {};
  return [code, error.message, shown(data), hint, error.stack, shown(error.cause)].join('\n');
}

/** Returns the text that a consumer was given. */
export function textFor(outputs: readonly Output[], consumer: string): string {
  return outputs.find(({ place }) => place === `text of ${consumer}`)?.text ?? '';
}

/** Returns bytes as text. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

interface Journey {
  readonly oracle: Oracle;
  readonly set: CompiledWorkingSet;
  readonly consumer: string;
  readonly departure: Departure;
}

async function leaveTo(outputs: Output[], journey: Journey): Promise<void> {
  const { oracle, set, consumer, departure } = journey;
  const options = { consumer, guard: set.guard, ...departure.pack };
  const compiled = compilePromptPack(set, options);
  const { pack, envelope, auditEnvelope } = compiled;
  const put = (what: string, text: string): void =>
    void outputs.push({ place: `${what} of ${consumer}`, text });
  put('pack', textOf(pack.bytes));
  put('text', renderPack(pack));
  put('envelope', shown(envelope));
  put('auditor’s envelope', shown(auditEnvelope));
  for (const reply of departure.replies ?? [])
    put('reasons', shown(checkReply(reply, { pack, envelope, guard: set.guard }).reasons));
  await leaveRecord(put, oracle, { key: packKey(envelope, options), compiled });
}

async function leaveRecord(
  put: (what: string, text: string) => void,
  oracle: Oracle,
  { key, compiled }: { readonly key: string; readonly compiled: CompiledPack },
): Promise<void> {
  await oracle.recordPack({ key, pack: compiled.pack });
  put('recorded pack', textOf((await oracle.readPack(key))?.bytes ?? new Uint8Array()));
}

function shown(value: unknown): string {
  return inspect(value, { depth: 20, maxArrayLength: null, maxStringLength: null });
}
