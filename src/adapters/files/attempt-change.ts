/** Changes something, and says what a failed file call means for whoever wanted it. */
import type { ChangeFault } from '../../tools/index.ts';
import { diskFaultOf } from '../paths/index.ts';

/** Does something with files, and returns the fault of what the system throws. */
export function attemptChange<Result>(act: () => Result): Result | ChangeFault {
  try {
    return act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return changeFaultOf(error);
  }
}

/** A full, read-only or protected disk is unwritable. */
function changeFaultOf(error: unknown): ChangeFault {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EEXIST':
      return 'exists';
    case 'ENOTEMPTY':
      return 'changed';
    case 'EXDEV':
      return 'other-device';
    default: {
      const fault = diskFaultOf(error);
      return fault === 'unreadable' ? 'unwritable' : fault;
    }
  }
}
