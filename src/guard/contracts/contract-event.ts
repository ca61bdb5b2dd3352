/**
 * The log of a session's contracts: signed contracts and what happened to them. Anything an author wrote is
 * stored as canonical text within a string, because a bare id in a log is a reference.
 */
import {
  canonicalText,
  isRecord,
  parseCanonical,
  type Signature,
  taggedHash,
  taggedText,
} from '../../kernel/index.ts';
import type { Contract } from '../conditions/contract.ts';

/** One entry of the log. */
export type ContractEvent =
  | {
      readonly event: 'opened';
      readonly contract: string;
      /** The contract as it was signed. */
      readonly signed: string;
      readonly signature: Signature;
    }
  | {
      readonly event: 'closed';
      readonly contract: string /** The object of the closing audit. */;
      readonly audit: string;
    }
  | { readonly event: 'cancelled'; readonly contract: string /** Canonical text. */; readonly reason: string }
  | { readonly event: 'expired'; readonly contract: string };

const encoder = new TextEncoder();
const CONTRACT_ID_DIGITS = 16;

/**
 * Returns the log name of a session's contracts. A session's id may be any text, so the name contains its
 * hash.
 */
export function contractLog(sessionId: string): string {
  return `contract/${taggedHash('penumbra/contract-session/1', sessionId)}`;
}

/**
 * Derives a contract's id from its content and its place in the log, so that equal contracts opened one after
 * another differ.
 */
export function contractIdOf(contract: Omit<Contract, 'id'>, place: number): string {
  const digest = taggedHash('penumbra/contract-id/1', [canonicalText(contract), place]);
  return `contract:${digest.slice(0, CONTRACT_ID_DIGITS)}`;
}

/** Returns the bytes that are signed for a contract's canonical text. */
export function signedBytes(text: string): Uint8Array {
  return encoder.encode(taggedText('penumbra/contract/1', text));
}

/** Parses an entry of the log; null if it is not valid. */
export function readEvent(value: string): ContractEvent | null {
  const found = parseOrNull(value);
  if (!isRecord(found) || typeof found.contract !== 'string') return null;
  const isKnown =
    found.event === 'closed' || found.event === 'cancelled' || found.event === 'expired' || isOpening(found);
  return isKnown ? (found as ContractEvent) : null;
}

/** Parses a stored contract; null if it is not valid. */
export function readSigned(text: string): Contract | null {
  const found = parseOrNull(text);
  return isRecord(found) && isContract(found) ? (found as unknown as Contract) : null;
}

type Found = { readonly [field: string]: unknown };

function isOpening({ event, signed, signature }: Found): boolean {
  return (
    event === 'opened' &&
    typeof signed === 'string' &&
    isRecord(signature) &&
    ['keyId', 'algorithm', 'value'].every((field) => typeof signature[field] === 'string')
  );
}

/** INVARIANT (readable by those who list it): even an unsigned contract has these fields. */
function isContract(found: Found): boolean {
  const texts = ['id', 'session', 'mode', 'root', 'intent', 'author', 'policy'];
  return (
    texts.every((field) => typeof found[field] === 'string') &&
    ['operations', 'targets', 'plan'].every((field) =>
      isListOf(found[field], (one) => typeof one === 'string'),
    ) &&
    isListOf(
      found.edits,
      (edit) => isRecord(edit) && typeof edit.path === 'string' && typeof edit.operation === 'string',
    ) &&
    Number.isSafeInteger(found.createdMs) &&
    Number.isSafeInteger(found.expiresMs) &&
    (found.approval === undefined || typeof found.approval === 'string') &&
    (found.baseCommit === null || typeof found.baseCommit === 'string')
  );
}

function isListOf(value: unknown, accepts: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(accepts);
}

function parseOrNull(text: string): unknown {
  try {
    return parseCanonical(text);
  } catch {
    return null;
  }
}
