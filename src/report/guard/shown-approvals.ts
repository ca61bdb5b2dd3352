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

/** A request for a run. */
export type ShownApproval = {
  readonly id: string;
  readonly state: ShownApprovalState;
  /** The address of the script. */
  readonly script: string;
  /** The id of the script's bytes. */
  readonly content: string;
  /** The words after the script. */
  readonly args: readonly string[];
  /** The address it runs in. */
  readonly directory: string;
  readonly contract: string | null;
  /** The mode it runs in; null where an older version asked, which did not say. */
  readonly mode: string | null;
  /** The hash of the policy it was asked under. */
  readonly policy: string;
  /** What it is kept in; null where an older version asked, which did not say. */
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
  /** How many bytes the script has; null where it is no longer kept. */
  readonly size: number | null;
  /** The script; null where it is not a text in UTF-8. */
  readonly text: string | null;
  /** The script's bytes in base64, where they are no text. */
  readonly base64: string | null;
};
