/** Where the tools say what they do. A change is on record before it happens; reads are recorded together. */
import type { AuditEntry } from './audit-record.ts';

/** A trail that is written to. */
export interface AuditTrail {
  /**
   * Takes an entry that is written with the next group, and at the latest by `flush`; returns a promise where the group
   * is full and has to be waited for. Throws, or rejects, where the trail cannot be written.
   */
  note(entry: AuditEntry): Promise<void> | undefined;
  /** Writes an entry and all before it; once this resolves, they survive any crash. */
  record(entry: AuditEntry): Promise<void>;
  /** Writes what was noted. */
  flush(): Promise<void>;
}
