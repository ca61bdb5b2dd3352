/** Changes files and directories at places of a disk: leads the way there, held, and changes what stands at its end. */
import type { DiskPlace, DiskRoot } from '../../guard/index.ts';
import type { ChangeFault, DiskChanges } from '../../tools/index.ts';
import type { HeldPath } from '../paths/index.ts';
import { attemptChange } from './attempt-change.ts';
import type { HeldName } from './held-target.ts';
import { makeHeldPath, removeHeldPath } from './make-held-path.ts';
import { deleteHeldFile, moveHeldFile } from './move-held.ts';
import { removeHeldTree } from './remove-held.ts';
import { writeHeldFile } from './write-held.ts';

type Change = (place: HeldName) => ChangeFault | null;

/** Makes the changes of a disk whose roots are opened as ways; an unknown root has none. */
export function changeDisk(openWay: (root: DiskRoot) => HeldPath | undefined): DiskChanges {
  const changeAt = ({ root, path }: DiskPlace, isMade: boolean, change: Change): ChangeFault | null => {
    using way = openWay(root);
    if (way === undefined) return 'absent';
    const names = path.split('/');
    const name = names.pop() ?? '';
    if (path === '') return 'not-a-file';
    const led = isMade ? makeHeldPath(way, names) : onlyFound(way, names);
    if (typeof led === 'string') return led;
    const fault = attemptChange(() => change({ parent: led.held, name }));
    if (fault !== null) removeHeldPath(way, names, led.made);
    return fault;
  };

  return {
    writeFile: (place, bytes, expected) =>
      changeAt(place, expected === 'nothing' || expected === 'anything', (at) =>
        writeHeldFile(at, bytes, expected),
      ),
    moveFile: ({ from, to, expected }) =>
      changeAt(from, false, (source) =>
        changeAt(to, true, (target) => moveHeldFile({ from: source, to: target }, expected)),
      ),
    removeDirectory: ({ root, path }, entries) => {
      using way = openWay(root);
      if (way === undefined) return 'absent';
      if (path === '') return 'not-a-directory';
      return attemptChange(() => removeHeldTree(way, path.split('/'), entries));
    },
    deleteFile: (place, expected) => changeAt(place, false, (at) => deleteHeldFile(at, expected)),
  };
}

function onlyFound(way: HeldPath, names: readonly string[]) {
  const held = way.leadTo(names);
  return typeof held === 'string' ? held : { held, made: 0 };
}
