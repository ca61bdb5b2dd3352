/**
 * The error class for external faults: something outside the program's control is wrong, and the caller
 * should know what and how to fix it. Outcomes an agent can encounter are replies; broken invariants are
 * assertions.
 */

type FaultDetail = {
  /** Machine-readable details; never secrets. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** How the user can fix it. */
  readonly hint?: string;
  readonly cause?: unknown;
};

/** An error with a registered code, a one-line message, and a hint how to fix it. */
export class PenumbraError extends Error {
  override readonly name = 'PenumbraError';
  readonly code: FaultCode;
  readonly data: Readonly<Record<string, unknown>>;
  readonly hint: string | undefined;

  constructor(code: FaultCode, message: string, detail: FaultDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.code = code;
    this.data = Object.freeze({ ...detail.data });
    this.hint = detail.hint;
  }

  /** Returns the process exit code for this error. */
  get exitCode(): number {
    return faultCodes[this.code].exit;
  }
}

/** Process exit codes by kind of error. Codes are public: they may be added but never renamed. */
export const exitCodes = {
  checkFailed: 1,
  usage: 2,
  configuration: 3,
  policy: 4,
  agent: 5,
  internal: 70,
} as const;

type FaultEntry = { readonly exit: (typeof exitCodes)[keyof typeof exitCodes]; readonly means: string };

/** Every error code, described in one sentence. */
export const faultCodes = {
  'check-failed': { exit: 1, means: 'A check that was asked for found faults.' },
  'rebuild-differs': {
    exit: 1,
    means: 'A pack was compiled again from equal inputs and came out different.',
  },
  usage: { exit: 2, means: 'The command line or call does not fit.' },
  'unreadable-input': { exit: 2, means: 'A file or stream that was named cannot be read.' },
  'not-canonical': { exit: 2, means: 'A value or text has no canonical JSON form, or is not in it.' },
  'not-a-decimal': { exit: 2, means: 'A number between 0 and 1 was expected.' },
  'limit-exceeded': { exit: 2, means: 'Something is larger than a documented limit.' },
  'invalid-id': { exit: 2, means: 'An id is misspelt, ambiguous, or names nothing.' },
  'invalid-name': { exit: 2, means: 'A log, index, agent or type has a name outside the allowed form.' },
  'archive-invalid': { exit: 2, means: 'An archive is broken, altered, or not an archive.' },
  'node-not-found': { exit: 2, means: 'No node is known at that path or id.' },
  'frame-not-found': { exit: 2, means: 'No frame is known by that id.' },
  'invalid-frame': { exit: 2, means: 'A frame breaks the rules of its type, subject or basis.' },
  'synthesis-failed': { exit: 2, means: 'A frame could not be made from its inputs.' },
  'hash-mismatch': { exit: 2, means: 'Stored bytes do not hash to their id.' },
  'store-damaged': { exit: 2, means: 'The store file is damaged and cannot be read as a ledger.' },
  'log-corrupt': { exit: 2, means: 'A log holds an entry that cannot be read.' },
  'digest-mismatch': { exit: 2, means: 'The entries of a log do not lead to its digest.' },
  'working-set-invalid': {
    exit: 2,
    means: 'A working set is not canonical, not whole, or not the one it claims to be.',
  },
  'invalid-configuration': { exit: 3, means: 'A setting is unknown or has a value that does not fit.' },
  'invalid-pipeline': { exit: 3, means: 'A pipeline definition is misspelt, incomplete or not yet bound.' },
  'pin-mismatch': { exit: 3, means: 'A pin has another value than the one on record.' },
  'mask-not-valid': { exit: 3, means: 'A mask cannot be worn at this node, or breaks the rules of wearing.' },
  'unsupported-runtime': { exit: 3, means: 'This Node or platform lacks something that is needed.' },
  'store-version': { exit: 3, means: 'The store was written by a newer program.' },
  'store-unavailable': { exit: 3, means: 'The store cannot be reached or opened.' },
  'store-read-only': { exit: 3, means: 'The store cannot be written to.' },
  'store-full': { exit: 3, means: 'There is no room left where the store lies.' },
  'store-busy': { exit: 3, means: 'Another process held the store for too long.' },
  'unwritable-output': { exit: 3, means: 'An answer or archive could not be written to its end.' },
  'outcome-unknown': { exit: 3, means: 'The connection broke while a batch was being committed.' },
  erased: { exit: 4, means: 'The content was erased on request and is not taken again.' },
  unauthorized: { exit: 4, means: 'The agent is unknown or lacks the role for this.' },
  'leak-blocked': {
    exit: 4,
    means: 'Something locked would have been told, or that could not be ruled out.',
  },
  stopped: { exit: 5, means: 'The work was stopped before its end and can be taken up again.' },
  'model-unavailable': {
    exit: 5,
    means: 'A model cannot be asked: its address, its name or the key is wrong, or nothing answers there.',
  },
  'agent-failed': { exit: 5, means: 'An agent did not answer, or not with what was asked for.' },
  internal: { exit: 70, means: 'Penumbra itself failed; this is a defect.' },
} as const satisfies Record<string, FaultEntry>;

/** A registered error code. */
export type FaultCode = keyof typeof faultCodes;

/** Throws when an invariant does not hold. */
export function assertInvariant(holds: unknown, invariant: string): asserts holds {
  if (!holds) throw new Error(`broken invariant: ${invariant}`);
}
