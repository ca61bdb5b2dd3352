/** Words for requests: how long ago and how long yet, how they stand, and what is odd about what is read. */
import { countOf } from '../quantity.ts';
import type { Tone } from '../words.ts';
import type { ApprovalDocument, ShownApproval, ShownApprovalState } from './shown-approvals.ts';
import { countTricky, visibleCode } from './visible-code.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNSAID = 'not said: an older version asked';

/** The colours of the states. */
export const stateTones: Readonly<Record<ShownApprovalState, Tone>> = {
  asked: 'warn',
  granted: 'good',
  refused: 'plain',
  spent: 'plain',
  expired: 'plain',
  outdated: 'plain',
  forged: 'bad',
  unverifiable: 'bad',
};

/** Writes a length of time, for instance `57 min`. */
export function durationWords(durationMs: number): string {
  if (durationMs < MINUTE_MS) return `${Math.max(0, Math.floor(durationMs / SECOND_MS))} s`;
  if (durationMs < HOUR_MS) return `${Math.floor(durationMs / MINUTE_MS)} min`;
  if (durationMs < DAY_MS) return `${Math.floor(durationMs / HOUR_MS)} h`;
  return countOf(Math.floor(durationMs / DAY_MS), 'day');
}

/** Says until when a request stands. */
export function expiryWords({ remainingMs }: ShownApproval): string {
  return remainingMs > 0 ? `in ${durationWords(remainingMs)}` : 'over';
}

const sandboxes = {
  none: 'none: it can do whatever the user who runs the agent can',
  bubblewrap: 'bubblewrap; without it this approval does not hold',
} as const;

/** Says what a run is kept in. */
export function sandboxWords({ sandbox }: ShownApproval): string {
  return sandbox === null ? UNSAID : sandboxes[sandbox];
}

/** Says in which mode a script runs. */
export function modeWords({ mode }: ShownApproval): string {
  return mode === null ? UNSAID : visibleCode(mode);
}

/** Returns what a person has to know before reading on. */
export function approvalWarnings(request: ApprovalDocument): readonly string[] {
  return [...signatureWarnings(request), ...contractWarnings(request), ...scriptWarnings(request)];
}

function signatureWarnings({ state, keyId }: ShownApproval): readonly string[] {
  if (state === 'outdated')
    return ['an older version asked this without its mode and sandbox, so it cannot be approved any more'];
  if (state === 'forged')
    return ['there is a signature under this that no key of yours made: somebody else can write the ledger'];
  if (state !== 'unverifiable') return [];
  return [
    `this was signed with key ${keyId}, which is not here: print it there with penumbra keys public, and put it beside your keys`,
  ];
}

function contractWarnings({ contract, contractTerms }: ApprovalDocument): readonly string[] {
  if (contract === null) return [];
  if (contractTerms === null) return ['the contract cannot be found, so nobody can tell what it is for'];
  return contractTerms.state === 'open' ? [] : [`the contract is ${contractTerms.state}`];
}

function scriptWarnings({ command, size, text, args, script }: ApprovalDocument): readonly string[] {
  const read = command === null ? 'the script' : 'the call';
  if (size === null) return [`${read} is no longer kept, so nobody can read what would be done`];
  const words = countTricky([script, ...args].join(''));
  return [
    ...(text === null
      ? [`${read} is not a text: what it does cannot be read here; bytes stand as \\x{…}`]
      : textWarnings(text, read)),
    ...(words === 0 ? [] : [`the words hold ${countOf(words, 'hidden or misleading character')}`]),
  ];
}

function textWarnings(text: string, read: string): readonly string[] {
  const tricky = countTricky(text);
  const isForeign = /\P{ASCII}/u.test(text);
  if (tricky > 0)
    return [
      `${read} holds ${countOf(tricky, 'hidden or misleading character')}, written as \\u{…}; see why before you approve`,
    ];
  return isForeign ? [`${read} holds letters outside ASCII, which can look like others`] : [];
}
