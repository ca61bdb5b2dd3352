/** Checks in the course of a validation that the content of a frame fits its type. */
import { digestOf, type FrameId, PenumbraError } from '../../kernel/index.ts';
import type { Frame } from '../frames/frame.ts';
import { type FrameTypes, requireContent } from '../frames/frame-type.ts';
import { readObjects } from '../store/read-objects.ts';
import type { Validating } from './validation.ts';

/** Reports a frame of a known type whose content breaks the rules of the type; content that is gone or corrupt is not its matter. */
export async function checkContent(
  { store, report }: Validating,
  { id, frame, types }: { readonly id: FrameId; readonly frame: Frame; readonly types: FrameTypes },
): Promise<void> {
  const type = types.get(frame.type);
  if (!type || type.mediaType === 'application/octet-stream') return;
  const [content] = await readObjects(store, [digestOf(frame.content)]);
  if (!content || content instanceof PenumbraError) return;
  try {
    requireContent(type, content);
  } catch (error) {
    if (!(error instanceof PenumbraError)) throw error;
    report({ object: id, fault: error.message });
  }
}
