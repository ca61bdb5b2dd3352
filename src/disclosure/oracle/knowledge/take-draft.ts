/**
 * Takes drafts from callers: reads each field once, checks it and copies it, so that later changes have no
 * effect.
 */

import { canonicalText, isRecord, PenumbraError, parseCanonical } from '../../../kernel/index.ts';
import type { ShapeCheck } from '../../index.ts';

/** The checks for the fields of a draft. */
export type DraftShape<Draft> = {
  /** What the draft is, with an article, for error messages. */
  readonly what: string;
  readonly required: { readonly [Field in keyof Draft]?: ShapeCheck };
  readonly optional?: { readonly [Field in keyof Draft]?: ShapeCheck };
};

/** Returns a copy of a valid draft, or throws `usage` with the name of a field but never its content. */
export function takeDraft<Draft extends object>(draft: Draft, shape: DraftShape<Draft>): Draft {
  const { what, required, optional = {} } = shape;
  const fields = readFields(draft);
  if (fields === null) throw misfit(shape, `${what} is a record`);
  const checks: Readonly<Record<string, ShapeCheck>> = { ...required, ...optional } as Record<
    string,
    ShapeCheck
  >;
  if (Object.keys(fields).some((field) => !Object.hasOwn(checks, field)))
    throw misfit(shape, `${what} has an unknown field`);
  for (const [field, fits] of Object.entries(checks)) {
    const isLeftOut = fields[field] === undefined && !Object.hasOwn(required, field);
    if (!isLeftOut && !fits(fields[field]))
      throw misfit(shape, `${what} has a \`${field}\` that is missing or not as it should be`, field);
  }
  return fields as Draft;
}

/** Returns a copy of the fields of a record, or null if it is not a record or cannot be read. */
function readFields(draft: unknown): Readonly<Record<string, unknown>> | null {
  if (!isRecord(draft)) return null;
  try {
    const filled = Object.entries(draft).filter(([, value]) => value !== undefined);
    // INVARIANT (nothing changes after it was checked): each getter is called once, and lists are copied.
    return Object.fromEntries(filled.map(([field, value]) => [field, copyOf(value)]));
  } catch {
    return null;
  }
}

function copyOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? parseCanonical(canonicalText(value)) : value;
}

function misfit<Draft>({ required, optional = {} }: DraftShape<Draft>, fault: string, field?: string) {
  const further = Object.keys(optional);
  const ending = further.length > 0 ? `, and may have ${further.join(', ')}` : '';
  return new PenumbraError('usage', fault, {
    data: { ...(field !== undefined && { field }) },
    hint: `it has ${Object.keys(required).join(', ')}${ending}`,
  });
}
