/**
 * Approvals: a person's signed consent to run one script once with certain arguments in a certain place, or
 * to carry out one call once. The guard only has the public key, so it can ask and verify but never approve.
 */
import type { ContentId, Signature } from '../../kernel/index.ts';

/** The sandbox of a run; with `none`, it can do everything the user who runs the agent can do. */
export type ApprovalSandbox = 'bubblewrap' | 'none';

/** What both kinds of questions are bound to. */
type SubjectTerms = {
  /** The bytes that the person reads: the script, or the description of the call. */
  readonly content: ContentId;
  readonly contract: string | null;
  readonly mode: string;
  readonly policy: string;
  readonly session: string;
};

/** One run of one script. */
export type ScriptSubject = SubjectTerms & {
  /** The script's address. */
  readonly script: string;
  /** The arguments after the script. */
  readonly args: readonly string[];
  /** The address of the working directory. */
  readonly directory: string;
  readonly sandbox: ApprovalSandbox;
};

/** One call of a tool. Its arguments and effects are in the bytes that the person reads. */
export type CallSubject = SubjectTerms & {
  readonly tool: string;
  readonly command: string;
  /** The addresses it reaches; the first is its place. */
  readonly addresses: readonly string[];
};

/** What a person is asked to approve, exactly. */
export type ApprovalSubject = ScriptSubject | CallSubject;

type Asked = {
  readonly id: string;
  readonly nonce: string;
  readonly askedMs: number;
  readonly expiresMs: number;
};

type ScriptRequest = Asked &
  Omit<ScriptSubject, 'mode' | 'sandbox'> & {
    /**
     * Null in a request of the first form, which bound neither mode nor sandbox and no longer grants
     * anything.
     */
    readonly mode: string | null;
    readonly sandbox: ApprovalSandbox | null;
  };

/** A question to a person; its id is the hash of all its fields. */
export type ApprovalRequest = ScriptRequest | (Asked & CallSubject);

/** The state of a request. One of the first form is outdated, even if signed. */
export type ApprovalState =
  | 'asked'
  | 'granted'
  | 'refused'
  | 'spent'
  | 'expired'
  | 'outdated'
  | 'forged'
  | 'unverifiable';

/** A request, its state, and its signature if there is one. */
export type KeptApproval = {
  readonly request: ApprovalRequest;
  readonly state: ApprovalState;
  readonly signature: Signature | null;
};

/** The reading part of the approvals. */
export interface ApprovalReader {
  /** Returns the current request for a subject, or null if there is none. */
  find(subject: ApprovalSubject): Promise<KeptApproval | null>;
}

/** The changing part of the approvals, used after a call is recorded. */
export interface ApprovalChanges {
  /**
   * Returns the current request for a subject, or creates one; the bytes are stored for the person to read.
   */
  ask(subject: ApprovalSubject, bytes: Uint8Array): Promise<KeptApproval>;
  /** Spends a granted request for good; false if it was already spent, expired or refused. */
  spend(id: string): Promise<boolean>;
}

/** Both parts for one session, with a check for those who wait. */
export type ApprovalRequests = ApprovalReader &
  ApprovalChanges & {
    /** Returns whether a question is unanswered and can still be answered. */
    isOpen(id: string): Promise<boolean>;
  };

/** The operations of the command for people. */
export interface ApprovalReview {
  list(): Promise<readonly KeptApproval[]>;
  /** Returns the bytes a request is about. */
  bytesOf(request: ApprovalRequest): Promise<Uint8Array | null>;
  grant(id: string): Promise<KeptApproval>;
  refuse(id: string): Promise<KeptApproval>;
}
