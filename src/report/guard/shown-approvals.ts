/** What the commands on approvals print: what is asked, and everything a person reads before granting it. */

/** How a request stands. */
export type ShownApprovalState =
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
  /** How long it still stands; 0 where it does not. */
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
