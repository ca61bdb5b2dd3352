/** Remembers what was made of something for a view, so that calls that see alike do not look through it again. */
import type { CallView } from './create-call-view.ts';

/** Makes a memory of what `make` returns for each pair of a source and a way to see it. */
export function memoizeByView<Source extends object, Made, By extends Pick<CallView, 'key'> = CallView>(
  make: (source: Source, view: By) => Made,
): (source: Source, view: By) => Made {
  const made = new WeakMap<Source, Map<string, Made>>();
  return (source, view) => {
    if (view.key === null) return make(source, view);
    const known = made.get(source) ?? new Map<string, Made>();
    made.set(source, known);
    const found = known.get(view.key) ?? make(source, view);
    known.set(view.key, found);
    return found;
  };
}
