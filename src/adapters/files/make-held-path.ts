/** Makes the directories that lead to a new file, one by one in held directories, and takes them back if it fails. */
import { mkdirSync, rmdirSync } from 'node:fs';
import type { ChangeFault } from '../../tools/index.ts';
import { type HeldDirectory, type HeldPath, isComponent } from '../paths/index.ts';
import { attemptChange } from './attempt-change.ts';

/** A directory that the path leads to, and how many of its names, from the last, were made for it. */
type MadePath = { readonly held: HeldDirectory; readonly made: number };

/** Leads a held path to a directory, making what is not there; on a fault, nothing that was made stays. */
export function makeHeldPath(path: HeldPath, names: readonly string[]): MadePath | ChangeFault {
  const found = path.leadTo(names);
  if (typeof found !== 'string') return { held: found, made: 0 };
  if (found !== 'absent' || !names.every(isComponent)) return found;
  let made = 0;
  for (let depth = 1; depth <= names.length; depth++) {
    const step = makeStep(path, names.slice(0, depth));
    if (step === 'made') made++;
    else if (step !== 'found') {
      removeHeldPath(path, names.slice(0, depth - 1), made);
      return step;
    }
  }
  const held = path.leadTo(names);
  return typeof held === 'string' ? held : { held, made };
}

/** Takes away the last directories of a held path, as far as they are empty. */
export function removeHeldPath(path: HeldPath, names: readonly string[], count: number): void {
  for (let depth = names.length; depth > names.length - count; depth--) {
    attemptChange(() => {
      const parent = path.leadTo(names.slice(0, depth - 1));
      if (typeof parent !== 'string') rmdirSync(`${parent.path}/${names[depth - 1]}`);
    });
  }
}

function makeStep(path: HeldPath, names: readonly string[]): 'found' | 'made' | ChangeFault {
  const found = path.leadTo(names);
  if (found !== 'absent') return typeof found === 'string' ? found : 'found';
  const parent = path.leadTo(names.slice(0, -1));
  if (typeof parent === 'string') return parent;
  // Never through a link: what stands there already, whatever it is, is a fault of this call.
  const fault = attemptChange(() => mkdirSync(`${parent.path}/${names.at(-1)}`) ?? null);
  if (fault === 'exists') return stepAt(path, names, 'found');
  if (fault !== null) return fault as ChangeFault;
  const step = attemptChange(() => {
    parent.sync();
    return stepAt(path, names, 'made');
  });
  if (step !== 'made') removeHeldPath(path, names, 1);
  return step;
}

/** Someone else may have made a directory meanwhile, or put a link in its place. */
function stepAt<Step extends 'found' | 'made'>(
  path: HeldPath,
  names: readonly string[],
  step: Step,
): Step | ChangeFault {
  const held = path.leadTo(names);
  return typeof held === 'string' ? held : step;
}
