/** What must be true of a store for a batch to be written, and how every store judges it. */
import type { Sha256 } from '../../kernel/index.ts';
import type { LogHead } from './log.ts';

/** A member of an index: `index` and `key` name a set, `member` is in it. */
export type IndexEntry = { readonly index: string; readonly key: string; readonly member: string };

/** One condition; compare-and-set of a head is `head-is`. */
export type Precondition =
  | { readonly kind: 'head-is'; readonly log: string; readonly value: string | null }
  | { readonly kind: 'head-is-not'; readonly log: string; readonly value: string }
  | { readonly kind: 'log-length'; readonly log: string; readonly length: number }
  | { readonly kind: 'object-present'; readonly id: Sha256 }
  | ({ readonly kind: 'member-present' | 'member-absent' } & IndexEntry);

/** What a store tells of itself while a batch is judged. */
export type PreconditionView = {
  head(log: string): Pick<LogHead, 'sequence' | 'value'> | null;
  hasObject(id: Sha256): boolean;
  hasMember(entry: IndexEntry): boolean;
};

/** Tells whether a condition holds. */
export function holds(condition: Precondition, view: PreconditionView): boolean {
  switch (condition.kind) {
    case 'head-is':
      return (view.head(condition.log)?.value ?? null) === condition.value;
    case 'head-is-not':
      return view.head(condition.log)?.value !== condition.value;
    case 'log-length':
      return (view.head(condition.log)?.sequence ?? 0) === condition.length;
    case 'object-present':
      return view.hasObject(condition.id);
    case 'member-present':
      return view.hasMember(condition);
    case 'member-absent':
      return !view.hasMember(condition);
  }
}
