/** Remembers what was made of something for a view, so that calls that see alike do not look through it again. */
import type { CallView } from './create-call-view.ts';

/** Makes a memory of what `make` returns for each pair of a source and a way to see it. */
export function memoizeByView<Source extends object, Made, By extends Pick<CallView, 'key'> = CallView>(
  make: (source: Source, sight: By) => Made,
): (source: Source, sight: By) => Made {
  const made = new WeakMap<Source, Map<string, Made>>();
  return (source, sight) => {
    if (sight.key === null) return make(source, sight);
    const known = made.get(source) ?? new Map<string, Made>();
    made.set(source, known);
    const found = known.get(sight.key) ?? make(source, sight);
    known.set(sight.key, found);
    return found;
  };
}
