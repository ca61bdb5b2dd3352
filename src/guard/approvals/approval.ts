/**
 * Approvals: a person's word, by signature, that one script may run once with these arguments in this place, or that one
 * call may be carried out once as it is. The guard holds only the public key, so it can ask and check, but never approve.
 */
import type { ContentId, Signature } from '../../kernel/index.ts';

/** What a run is kept in; `none` leaves it with all that the user who runs the agent can do. */
export type ApprovalSandbox = 'bubblewrap' | 'none';

/** What both kinds of question are bound to. */
type SubjectTerms = {
  /** The bytes that the person reads: the script, or what the call says. */
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
  /** The address of the directory it runs in. */
  readonly directory: string;
  readonly sandbox: ApprovalSandbox;
};

/** One call of a tool; its arguments, and what they come to, are in the bytes that the person reads. */
export type CallSubject = SubjectTerms & {
  readonly tool: string;
  readonly command: string;
  /** The addresses it reaches; the first is its place. */
  readonly addresses: readonly string[];
};

/** What a person is asked to approve: exactly this and no other. */
export type ApprovalSubject = ScriptSubject | CallSubject;

type Asked = {
  readonly id: string;
  readonly nonce: string;
  readonly askedMs: number;
  readonly expiresMs: number;
};

type ScriptRequest = Asked &
  Omit<ScriptSubject, 'mode' | 'sandbox'> & {
    /** Null in a request of the first form, which bound neither mode nor sandbox and grants nothing any more. */
    readonly mode: string | null;
    readonly sandbox: ApprovalSandbox | null;
  };

/** A question to a person; its id is that of everything in it. */
export type ApprovalRequest = ScriptRequest | (Asked & CallSubject);

/** How a request stands; one of a former form is outdated, whoever signed it. */
export type ApprovalState =
  | 'asked'
  | 'granted'
  | 'refused'
  | 'spent'
  | 'expired'
  | 'outdated'
  | 'forged'
  | 'unverifiable';

/** A request, how it stands, and the signature where there is one. */
export type KeptApproval = {
  readonly request: ApprovalRequest;
  readonly state: ApprovalState;
  readonly signature: Signature | null;
};

/** What a call reads of the approvals. */
export interface ApprovalReader {
  /** Returns the request for a subject that stands, or null where none does. */
  find(subject: ApprovalSubject): Promise<KeptApproval | null>;
}

/** What a call adds to the approvals, after it is on record. */
export interface ApprovalChanges {
  /** Finds the request for a subject, and asks for it where none stands; the bytes are kept for the person to read. */
  ask(subject: ApprovalSubject, bytes: Uint8Array): Promise<KeptApproval>;
  /** Spends a granted request, once and for ever; false where it was spent, expired or refused meanwhile. */
  spend(id: string): Promise<boolean>;
}

/** Both, for one session, and what those look at who wait. */
export type ApprovalRequests = ApprovalReader &
  ApprovalChanges & {
    /** Tells whether a question has no answer yet and can still get one. */
    isOpen(id: string): Promise<boolean>;
  };

/** What the person's command does. */
export interface ApprovalReview {
  list(): Promise<readonly KeptApproval[]>;
  /** Returns the bytes a request is about. */
  bytesOf(request: ApprovalRequest): Promise<Uint8Array | null>;
  grant(id: string): Promise<KeptApproval>;
  refuse(id: string): Promise<KeptApproval>;
}
