/** A request for approval as data, and the wording for its state, times and warnings. */
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

/** A request to run a script or to call a tool. */
export type ShownApproval = {
  readonly id: string;
  readonly state: ShownApprovalState;
  /** The tool and its command, such as `file write`; null for a script. */
  readonly command: string | null;
  /** The address of the script or of the call's target. */
  readonly script: string;
  /** The id of the content under review: the script's, or the call's. */
  readonly content: string;
  /** The script's arguments, or the further addresses of the call. */
  readonly args: readonly string[];
  /** The address of the working directory; null for a call. */
  readonly directory: string | null;
  readonly contract: string | null;
  /** The mode it runs in; null if requested by an older version, which did not record it. */
  readonly mode: string | null;
  /** The hash of the policy at the time of the request. */
  readonly policy: string;
  /**
   * The sandbox of a script; null for a call, or if requested by an older version, which did not record it.
   */
  readonly sandbox: 'bubblewrap' | 'none' | null;
  readonly session: string;
  readonly askedMs: number;
  readonly expiresMs: number;
  readonly ageMs: number;
  /** The remaining time of validity; 0 if it is not valid. */
  readonly remainingMs: number;
  /** The key of its signature; null if unsigned. */
  readonly keyId: string | null;
};

/** Requests, oldest first. */
export type ApprovalsDocument = {
  readonly requests: readonly ShownApproval[];
  /** The number of requests omitted because they have ended. */
  readonly ended: number;
};

/** The parts of a contract relevant to a decision. */
export type ShownContract = {
  readonly state: string;
  readonly intent: string;
  readonly author: string;
  readonly root: string;
  readonly operations: readonly string[];
  readonly targets: readonly string[];
};

/** A request with everything it is based on. */
export type ApprovalDocument = ShownApproval & {
  /** The name of the policy; null if it is not a built-in one. */
  readonly policyName: string | null;
  /** The terms of the contract; null if there is none or it cannot be found. */
  readonly contractTerms: ShownContract | null;
  /** The size of the content; null if it is no longer stored. */
  readonly size: number | null;
  /** The content; null if it is not UTF-8 text. */
  readonly text: string | null;
  /** The content in base64, if it is not text. */
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

/** Describes how long a request is valid. */
export function expiryWords({ remainingMs }: ShownApproval): string {
  return remainingMs > 0 ? `in ${durationWords(remainingMs)}` : 'over';
}

const sandboxes = {
  none: 'none: it can do whatever the user who runs the agent can',
  bubblewrap: 'bubblewrap; without it this approval does not hold',
} as const;

/** Describes the sandbox of a run. */
export function sandboxWords({ sandbox }: ShownApproval): string {
  return sandbox === null ? UNSAID : sandboxes[sandbox];
}

/** Describes the mode a script runs in. */
export function modeWords({ mode }: ShownApproval): string {
  return mode === null ? UNSAID : visibleCode(mode);
}

/** Returns the warnings to show before the content. */
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
