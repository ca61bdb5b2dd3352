/**
 * Checks a reply against its pack: it may only cite what was in the pack, must fulfil the contract, and must
 * not contain anything locked. The reasons contain codes, handles and paths for the operator;
 * `describeFaults` reduces them to what the agent may see.
 */
import { type CanonicalValue, isRecord, limits, PenumbraError } from '../../kernel/index.ts';
import {
  compileGuard,
  isLeakGuard,
  isText,
  type LeakGuard,
  listOf,
  takeMembers,
  trailText,
  walkTexts,
} from '../index.ts';
import { schemaFaults } from './check-schema.ts';
import { CITATIONS, citationFinder } from './find-citations.ts';
import { parsePack } from './parse-pack.ts';
import {
  type Envelope,
  emittedHandles,
  labelledBlocks,
  type OutputContract,
  type PackBytes,
  type PromptPack,
} from './prompt-pack.ts';
import { missingGuard } from './scan-outputs.ts';

/** What a reply is checked against. */
export type ReplyContext = {
  readonly pack: PackBytes;
  readonly envelope: Pick<Envelope, 'allowed_handles' | 'promptpack_hash'>;
  /** The guard of the working set. A guard without patterns must be bound to the working set. */
  readonly guard: LeakGuard;
};

/** Why a reply is not accepted. */
export type ReplyFault = {
  readonly code:
    | 'not-data'
    | 'pack-mismatch'
    | 'handle-not-allowed'
    | 'label-unknown'
    | 'locked-token'
    | 'forbidden-content'
    | 'element-missing'
    | 'too-short'
    | 'too-long'
    | 'schema';
  readonly handle?: string;
  readonly path?: string;
};

/** The verdict on a reply. */
export type ReplyCheck = { readonly ok: boolean; readonly reasons: readonly ReplyFault[] };

/** Checks a reply, given as text or as a value. */
export function checkReply(given: CanonicalValue, context: ReplyContext): ReplyCheck {
  const { pack, envelope, guard } = takeContext(context);
  const parsed = parsePack(pack);
  requireGuardOf(parsed, guard);
  // Read once, because a getter could return something else to the next check.
  const reply = copyPlainData(given);
  if (reply === undefined) return verdictOn([{ code: 'not-data' }]);
  return verdictOn([
    ...(envelope.promptpack_hash === pack.hash ? [] : [{ code: 'pack-mismatch' } as const]),
    ...citationFaults(reply, parsed, envelope),
    ...leakFaults(reply, guard),
    ...contentFaults(reply, parsed),
    ...contractFaults(reply, parsed.contract),
  ]);
}

/**
 * A pack does not say whether anything is locked, so a guard without patterns must prove that it belongs to
 * it.
 */
function requireGuardOf({ consumer, working_set_id }: PromptPack, guard: LeakGuard): void {
  if (guard.idFor(consumer) === working_set_id) return;
  if (guard.workingSetId !== null) throw missingGuard('other-guard');
  if (guard.size === 0) throw missingGuard('no-guard');
}

function takeContext(context: ReplyContext): ReplyContext {
  const taken = takeMembers(context, ['pack', 'envelope', 'guard']);
  const envelope = taken && takeMembers(taken.envelope, ['allowed_handles', 'promptpack_hash']);
  const isFit = envelope && listOf(isText)(envelope.allowed_handles) && isText(envelope.promptpack_hash);
  if (taken && isFit && taken.guard === undefined) throw missingGuard('no-guard');
  if (taken && isFit && isLeakGuard(taken.guard)) return { ...taken, envelope };
  throw new PenumbraError('usage', 'a reply is checked against something that is not as it should be', {
    hint: 'give the pack and the envelope that compilePromptPack returned, and the guard of the working set',
  });
}

function verdictOn(reasons: readonly ReplyFault[]): ReplyCheck {
  return Object.freeze({ ok: reasons.length === 0, reasons: Object.freeze(reasons) });
}

function citationFaults(
  reply: CanonicalValue,
  pack: PromptPack,
  { allowed_handles }: ReplyContext['envelope'],
): readonly ReplyFault[] {
  const citationsIn = citationFinder(pack);
  // An envelope cannot allow more than the pack contains.
  const told = new Set(emittedHandles(labelledBlocks(pack)));
  const allowed = allowed_handles.filter((handle) => told.has(handle));
  return textsOf(reply).flatMap(({ text, path }) =>
    citationsIn(text).flatMap(({ kind, name }): readonly ReplyFault[] => {
      if (kind === 'label')
        return Object.hasOwn(pack.citations, name) ? [] : [{ code: 'label-unknown', handle: name, path }];
      return isAllowed(name, allowed) ? [] : [{ code: 'handle-not-allowed', handle: name, path }];
    }),
  );
}

/** A shortened frame id matches any allowed handle that starts with it. */
function isAllowed(handle: string, allowed: readonly string[]): boolean {
  return allowed.some((each) => each === handle || (handle.startsWith('frame:') && each.startsWith(handle)));
}

function leakFaults(reply: CanonicalValue, guard: LeakGuard): readonly ReplyFault[] {
  // An id that was not in the pack can only be a guess, and refusing it would confirm the guess.
  return guard
    .scanAdjacent([{ path: '', value: reply }], { passOver: CITATIONS, ids: false })
    .map(({ handle, path }) => ({ code: 'locked-token', handle, path }));
}

function contentFaults(reply: CanonicalValue, { task, contract }: PromptPack): readonly ReplyFault[] {
  const forbidden = [...task.forbidden_content, ...contract.forbidden_tokens];
  const guard = compileGuard(
    forbidden.map((token, index) => ({ handle: `forbidden:${index + 1}`, tokens: [token] })),
  );
  return guard
    .scanAdjacent([{ path: '', value: reply }], { passOver: CITATIONS })
    .map(({ handle, path }) => ({ code: 'forbidden-content', handle, path }));
}

function contractFaults(reply: CanonicalValue, contract: OutputContract): readonly ReplyFault[] {
  const { length, required_elements, schema } = contract;
  const characters = textsOf(reply).reduce((sum, { text }) => sum + [...text].length, 0);
  const missing = required_elements.flatMap((element, index) =>
    hasElement(reply, element)
      ? []
      : [{ code: 'element-missing', path: `required_elements[${index}]` } as const],
  );
  return [
    ...missing,
    ...(characters < (length.min_characters ?? 0) ? [{ code: 'too-short' } as const] : []),
    ...(characters > (length.max_characters ?? Number.POSITIVE_INFINITY)
      ? [{ code: 'too-long' } as const]
      : []),
    ...(schema === undefined
      ? []
      : schemaFaults(reply, schema).map((path) => ({ code: 'schema', path }) as const)),
  ];
}

/** A record has an element as a key with a non-empty value; a text has it as a substring. */
function hasElement(reply: CanonicalValue, element: string): boolean {
  if (typeof reply === 'string') return reply.toLowerCase().includes(element.toLowerCase());
  if (!isRecord(reply)) return false;
  const members = reply as { readonly [key: string]: CanonicalValue };
  return Object.hasOwn(members, element) && !isBlank(members[element] ?? null);
}

function isBlank(value: CanonicalValue): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

type PlacedText = { readonly text: string; readonly path: string };

/** Returns every text and key. Members are located by number, because keys are chosen by the agent. */
function textsOf(reply: CanonicalValue): readonly PlacedText[] {
  const texts: PlacedText[] = [];
  walkTexts(reply, { hasNumbers: false }, (text, _isKey, trail) =>
    texts.push({ text, path: trailText(trail) }),
  );
  return texts;
}

/** Returns a copy of plain JSON data, or undefined for anything else. */
function copyPlainData(value: unknown): CanonicalValue | undefined {
  try {
    return copy(value, 0);
  } catch {
    return undefined;
  }
}

function copy(value: unknown, depth: number): CanonicalValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) return value;
  if (typeof value !== 'object' || depth >= limits.jsonDepth) throw new TypeError('no data');
  const prototype = Object.getPrototypeOf(value);
  const isList = Array.isArray(value);
  if (!isList && prototype !== Object.prototype && prototype !== null) throw new TypeError('no data');
  const members = Object.entries(Object.getOwnPropertyDescriptors(value))
    .filter(([key]) => !isList || key !== 'length')
    .map(([key, descriptor]) => [key, copy(dataOf(descriptor), depth + 1)] as const);
  return isList ? members.map(([, item]) => item) : Object.fromEntries(members);
}

/** A getter may return something else the next time. */
function dataOf(descriptor: PropertyDescriptor): unknown {
  if (!('value' in descriptor)) throw new TypeError('no data');
  return descriptor.value;
}
