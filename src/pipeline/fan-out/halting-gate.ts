/** A gate that closes when one of the walks behind it cannot go on, so that the others do not go on unnoticed. */
import { PenumbraError } from '../../kernel/index.ts';
import type { EnterStep } from '../walk/perform-step.ts';

/** A gate, and what closes it for good. */
type HaltingGate = { readonly enter: EnterStep; readonly close: () => void };

/** Makes a gate that can be closed; who is being asked by then still answers, and nobody else is asked. */
export function createHaltingGate(gate: EnterStep): HaltingGate {
  let isClosed = false;
  return {
    close: () => {
      isClosed = true;
    },
    enter: async (agent) => {
      if (isClosed) throw halted();
      const leave = await gate(agent);
      if (!isClosed) return leave;
      leave();
      throw halted();
    },
  };
}

function halted(): PenumbraError {
  return new PenumbraError('stopped', 'another case of the run could not go on', {
    hint: 'mend what stopped that one, and take the run up again',
  });
}
