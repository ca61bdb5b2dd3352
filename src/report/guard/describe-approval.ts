/** A request for approval as data, and the words for its state, its times and its warnings. */
import { countOf, durationWords } from '../text/quantity.ts';
import type { Tone } from '../text/terminal-layout.ts';
import { countTricky, visibleCode } from './visible-code.ts';

/** The state of a request. */
type ShownApprovalState =
  | 'asked'
  | 'granted'
  | 'refused'
  | 'spent'
  | 'expired'
  | 'outdated'
  | 'forged'
  | 'unverifiable';

/** A request for a run of a script, or for a call of a tool. */
export type ShownApproval = {
  readonly id: string;
  readonly state: ShownApprovalState;
  /** The tool and its command, as in `file write`; null where a script would run. */
  readonly command: string | null;
  /** The address of the script, or the place of the call. */
  readonly script: string;
  /** The id of the bytes that are read: the script's, or those of what the call says. */
  readonly content: string;
  /** The words after the script, or the further addresses of the call. */
  readonly args: readonly string[];
  /** The address a script runs in; null for a call. */
  readonly directory: string | null;
  readonly contract: string | null;
  /** The mode it runs in; null where an older version asked, which did not say. */
  readonly mode: string | null;
  /** The hash of the policy it was asked under. */
  readonly policy: string;
  /** What a script is kept in; null for a call, and where an older version asked, which did not say. */
  readonly sandbox: 'bubblewrap' | 'none' | null;
  readonly session: string;
  readonly askedMs: number;
  readonly expiresMs: number;
  readonly ageMs: number;
  /** How long it is still valid; 0 if it is not. */
  readonly remainingMs: number;
  /** The key of its signature; null without one. */
  readonly keyId: string | null;
};

/** Requests, oldest first. */
export type ApprovalsDocument = {
  readonly requests: readonly ShownApproval[];
  /** How many are left out because nothing can come of them any more. */
  readonly ended: number;
};

/** As much of a contract as a person weighs. */
export type ShownContract = {
  readonly state: string;
  readonly intent: string;
  readonly author: string;
  readonly root: string;
  readonly operations: readonly string[];
  readonly targets: readonly string[];
};

/** A request with all it rests on. */
export type ApprovalDocument = ShownApproval & {
  /** The name of the policy; null where it is none that ships. */
  readonly policyName: string | null;
  /** What the contract says; null without one, or where it cannot be found. */
  readonly contractTerms: ShownContract | null;
  /** How many bytes are read; null where it is no longer kept. */
  readonly size: number | null;
  /** What is read; null where it is not a text in UTF-8. */
  readonly text: string | null;
  /** Its bytes in base64, where they are no text. */
  readonly base64: string | null;
};

const UNSAID = 'unknown: asked by an older version';

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
    return ['this carries a signature that no key of yours made: somebody else can write to the ledger'];
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
      ? [`${read} is not text: what it does cannot be read here; bytes are shown as \\x{…}`]
      : textWarnings(text, read)),
    ...(words === 0 ? [] : [`the arguments hold ${countOf(words, 'hidden or misleading character')}`]),
  ];
}

function textWarnings(text: string, read: string): readonly string[] {
  const tricky = countTricky(text);
  const isForeign = /\P{ASCII}/u.test(text);
  if (tricky > 0)
    return [
      `${read} holds ${countOf(tricky, 'hidden or misleading character')}, written as \\u{…}; see why before you approve`,
    ];
  return isForeign ? [`${read} holds non-ASCII letters, which can look like others`] : [];
}
