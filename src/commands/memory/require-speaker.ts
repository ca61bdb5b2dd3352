/** Who speaks: a name that stays on record and is shown to people. */
import { PenumbraError } from '../../kernel/index.ts';
import { memoryLimits } from '../../rca/index.ts';

const ANYBODY = 'person';
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Returns the name of who speaks, `person` where none is given; throws `invalid-name` for what is none. */
export function requireSpeaker(by: string | undefined): string {
  if (by === undefined) return ANYBODY;
  const name = by.trim();
  if (name !== '' && name.length <= memoryLimits.nameLength && !UNSEEN.test(name)) return name;
  throw new PenumbraError('invalid-name', 'that is no name of a person', {
    hint: `give a name on one line, of at most ${memoryLimits.nameLength} characters, for instance --by alice`,
  });
}
