/** Reads a place in the `exec` section: a root, or one directory of it. */
import { cite, type ValuePath } from '../../kernel/index.ts';
import { findSegmentFault } from '../conditions/path-fault.ts';
import type { DraftReader, WordForm } from './draft-reader.ts';
import type { DraftExecPlace } from './policy-draft.ts';

const placeForm: WordForm = {
  pattern: /^[A-Za-z][A-Za-z0-9_-]{0,63}(?:\/[^/*?]{1,255})?$/,
  needs: 'a root or a root/directory, without wildcards',
};

/** Reads a place; reports an invalid one and returns null. */
export function readPlace(value: unknown, path: ValuePath, reader: DraftReader): DraftExecPlace | null {
  const word = reader.word(value, path, placeForm);
  if (word === null) return null;
  const slash = word.text.indexOf('/');
  if (slash < 0) return { root: word, subdirectory: null };
  const subdirectory = word.text.slice(slash + 1);
  if (findSegmentFault(subdirectory) !== null) {
    const message = `${cite(path.join('.'))} needs one plain component after its slash`;
    reader.noteValue(path, { rule: 'wrong-value', message, remedy: `write ${placeForm.needs}` });
    return null;
  }
  return { root: { ...word, text: word.text.slice(0, slash) }, subdirectory };
}

/** Reads a list of places; a single place needs no brackets. */
export function readPlaces(value: unknown, path: ValuePath, reader: DraftReader): readonly DraftExecPlace[] {
  const places = Array.isArray(value)
    ? reader.list(value, path).map((place, index) => readPlace(place, [...path, index], reader))
    : [readPlace(value, path, reader)];
  return places.filter((place) => place !== null);
}
