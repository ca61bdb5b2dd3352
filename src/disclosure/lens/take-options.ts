/** Takes what a caller says about a pack: read once, checked, and copied, so that nothing changes under the lens. */

import { PenumbraError } from '../../kernel/index.ts';
import { copyCanonical, hasFields, isLeakGuard, isText, listOf, mapOf, takeMembers } from '../index.ts';
import type { Beat, PackOptions } from './pack-options.ts';

/** Returns options whose parts fit, or throws `usage`, which names a part and never what stands there. */
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
