/**
 * The one error class for faults at the rim: something outside the program's control is wrong and the caller
 * should know what and how to mend it. Outcomes an agent can meet are replies; broken invariants are assertions.
 */
import { type FaultCode, faultCodes } from './fault-codes.ts';

type FaultDetail = {
  /** Facts about the fault for programs; never secrets. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** What the person can do about it. */
  readonly hint?: string;
  readonly cause?: unknown;
};

/** A fault with a registered code, a one-line message, and the remedy as a hint. */
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

  /** Returns the exit code of a process that ends with this fault. */
  get exitCode(): number {
    return faultCodes[this.code].exit;
  }
}
