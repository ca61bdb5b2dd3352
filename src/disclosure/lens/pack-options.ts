/** The options of a pack, which are read once, checked and copied, and the key of the resulting pack. */
import { type CanonicalValue, canonicalHash, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import {
  copyCanonical,
  hasFields,
  isLeakGuard,
  isText,
  type LeakGuard,
  listOf,
  mapOf,
  takeMembers,
} from '../index.ts';
import { type Envelope, LENS_COMPILER } from './prompt-pack.ts';

/** The director's intent for one turn. */
export type Beat = {
  readonly beat_id?: string;
  readonly beat_type?: string;
  readonly pacing_mode?: string;
  /** Blocks of truth to emphasize, by index. */
  readonly foreground?: readonly number[];
};

/** The consumer of a pack, and how to compile it. */
export type PackOptions = {
  readonly consumer: string;
  /** The guard compiled with the working set; required if anything is locked. */
  readonly guard?: LeakGuard;
  readonly beat?: Beat;
  readonly style?: { readonly [key: string]: CanonicalValue };
};

/**
 * Returns the key under which a pack is recorded, made from everything its bytes depend on: its envelope and
 * options.
 */
export function packKey(
  { working_set_id, mask_matrix_id }: Pick<Envelope, 'working_set_id' | 'mask_matrix_id'>,
  { consumer, beat, style }: PackOptions,
): Sha256 {
  return canonicalHash({
    working_set_id,
    consumer,
    mask_matrix_id,
    compiler: LENS_COMPILER,
    beat_hash: canonicalHash(beat ?? null),
    style_hash: canonicalHash(style ?? null),
  });
}

/** Returns valid options, or throws `usage` with the name of a part but never its content. */
export function takeOptions(options: PackOptions): PackOptions {
  const taken = takeMembers(options, ['consumer', 'guard', 'beat', 'style']);
  if (taken === null) throw misfit('the options');
  const { consumer, guard, beat, style } = taken;
  if (guard !== undefined && !isLeakGuard(guard)) throw misfit('`guard`');
  return {
    consumer,
    ...(guard !== undefined && { guard }),
    ...(beat !== undefined && { beat: takeBeat(beat) }),
    ...(style !== undefined && { style: takeStyle(style) }),
  };
}

function takeBeat(beat: unknown): Beat {
  const copy = copyCanonical(beat);
  const parts = {
    beat_id: isText,
    beat_type: isText,
    pacing_mode: isText,
    foreground: listOf(Number.isSafeInteger),
  };
  if (!hasFields(copy, {}, parts)) throw misfit('`beat`');
  return copy as Beat;
}

function takeStyle(style: unknown): NonNullable<PackOptions['style']> {
  const copy = copyCanonical(style);
  if (!mapOf(() => true)(copy)) throw misfit('`style`');
  return copy as NonNullable<PackOptions['style']>;
}

function misfit(what: string): PenumbraError {
  return new PenumbraError('usage', `${what} of a pack is not as it should be`, {
    hint: 'options are {consumer, guard?, beat? {beat_id, beat_type, pacing_mode, foreground}, style?}, as plain data',
  });
}
