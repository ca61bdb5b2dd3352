/**
 * Checks what an agent said against what it was told: it may cite only what was in its pack, must keep to the contract,
 * and may tell nothing that is locked. The reasons name codes, handles and places, so they can go back to the agent.
 */
import {
  compileGuard,
  isLeakGuard,
  isText,
  type LeakGuard,
  listOf,
  takeMembers,
} from '../disclosure/index.ts';
import { type CanonicalValue, PenumbraError } from '../kernel/index.ts';
import { schemaFaults } from './check-schema.ts';
import { copyPlainData } from './copy-plain-data.ts';
import type { Envelope } from './envelope.ts';
import { parsePack } from './parse-pack.ts';
import type { OutputContract, PackBytes, PromptPack } from './prompt-pack.ts';

/** What a reply is checked against. */
export type ReplyContext = {
  readonly pack: PackBytes;
  readonly envelope: Envelope;
  readonly guard?: LeakGuard;
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

const CITED_HANDLE = /\b(?:frame:[0-9a-f]{6,64}|locked:[0-9]+|rule_ref:[^\s"'\])},;]+)/g;
const CITED_LABEL = /\[([TMS][0-9]+)\]/g;

/** Checks a reply, given as text or as a value. */
export function checkReply(given: CanonicalValue, context: ReplyContext): ReplyCheck {
  const { pack, envelope, guard } = takeContext(context);
  const parsed = parsePack(pack);
  // Read once: a getter could answer one check and evade the next.
  const reply = copyPlainData(given);
  if (reply === undefined) return refuse([{ code: 'not-data' }]);
  return refuse([
    ...(envelope.promptpack_hash === pack.hash ? [] : [{ code: 'pack-mismatch' } as const]),
    ...citationFaults(reply, parsed, envelope),
    ...leakFaults(reply, guard),
    ...contentFaults(reply, parsed),
    ...contractFaults(reply, parsed.contract),
  ]);
}

function takeContext(context: ReplyContext): ReplyContext {
  const taken = takeMembers(context, ['pack', 'envelope', 'guard']);
  const envelope = taken && takeMembers(taken.envelope, ['allowed_handles', 'promptpack_hash']);
  const isFit = envelope && listOf(isText)(envelope.allowed_handles) && isText(envelope.promptpack_hash);
  if (taken && isFit && (taken.guard === undefined || isLeakGuard(taken.guard))) return taken;
  throw new PenumbraError('usage', 'a reply is checked against something that is not as it should be', {
    hint: 'give the pack and the envelope that compilePromptPack returned, and the guard of the working set',
  });
}

function refuse(reasons: readonly ReplyFault[]): ReplyCheck {
  return Object.freeze({ ok: reasons.length === 0, reasons: Object.freeze(reasons) });
}

function citationFaults(reply: CanonicalValue, pack: PromptPack, envelope: Envelope): readonly ReplyFault[] {
  return textsOf(reply, '').flatMap(({ text, path }) => {
    const handles = [...text.matchAll(CITED_HANDLE)].map(([handle]) => handle);
    const labels = [...text.matchAll(CITED_LABEL)].map(([, label]) => label as string);
    return [
      ...handles
        .filter((handle) => !isAllowed(handle, envelope))
        .map((handle): ReplyFault => ({ code: 'handle-not-allowed', handle, path })),
      ...labels
        .filter((label) => !Object.hasOwn(pack.citations, label))
        .map((label): ReplyFault => ({ code: 'label-unknown', handle: label, path })),
    ];
  });
}

/** A shortened frame id counts as what it begins. */
function isAllowed(handle: string, { allowed_handles }: Envelope): boolean {
  return allowed_handles.some(
    (allowed) => allowed === handle || (handle.startsWith('frame:') && allowed.startsWith(handle)),
  );
}

function leakFaults(reply: CanonicalValue, guard: LeakGuard | undefined): readonly ReplyFault[] {
  return (guard?.scan(reply) ?? []).map(({ handle, path }) => ({ code: 'locked-token', handle, path }));
}

function contentFaults(reply: CanonicalValue, { task, contract }: PromptPack): readonly ReplyFault[] {
  const forbidden = [...task.forbidden_content, ...contract.forbidden_tokens];
  const guard = compileGuard(
    forbidden.map((token, index) => ({ handle: `forbidden:${index + 1}`, tokens: [token] })),
  );
  return guard.scan(reply).map(({ handle, path }) => ({ code: 'forbidden-content', handle, path }));
}

function contractFaults(reply: CanonicalValue, contract: OutputContract): readonly ReplyFault[] {
  const { length, required_elements, schema } = contract;
  const characters = textsOf(reply, '').reduce((sum, { text }) => sum + [...text].length, 0);
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

/** A value has an element as a key that is not empty, a text as a part of it. */
function hasElement(reply: CanonicalValue, element: string): boolean {
  if (typeof reply === 'string') return reply.toLowerCase().includes(element.toLowerCase());
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return false;
  const members = reply as { readonly [key: string]: CanonicalValue };
  return Object.hasOwn(members, element) && members[element] !== null && members[element] !== '';
}

type PlacedText = { readonly text: string; readonly path: string };

/** Returns every text and key; members are placed by number, for a key is the agent's word, too. */
function textsOf(value: CanonicalValue, path: string): readonly PlacedText[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return (value as readonly CanonicalValue[]).flatMap((item, index) => textsOf(item, `${path}[${index}]`));
  return Object.entries(value).flatMap(([key, item], index) => [
    { text: key, path: `${path}{${index}}` },
    ...textsOf(item, `${path}{${index}}`),
  ]);
}
