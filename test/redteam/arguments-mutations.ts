// What stops attacks by arguments, names, sizes and numbers.

import type { Mutation } from '../support/red-team/mutation.ts';

const READING = 'src/tools/calls/read-arguments.ts';

/** The checks of what is given to a command. */
export const argumentsMutations: readonly Mutation[] = [
  {
    attack: 'arguments-no-mapping',
    file: READING,
    remove:
      'if (!isRecord(copy)) return undefined;\n    const length = measureJson(copy, MOST_LETTERS);\n    return length !== null && length <= MOST_LETTERS ? copy : undefined;',
    put: 'return copy as object;',
    why: 'arguments are a mapping of plain values',
  },
  {
    attack: 'arguments-no-mapping',
    file: READING,
    remove: 'catch {\n    return undefined;\n  }',
    put: 'finally {\n  }',
    why: 'what cannot be copied does not fit',
  },
  {
    attack: 'arguments-misfit',
    file: 'src/tools/calls/argument-schema.ts',
    remove: 'return misfit === undefined ? { fitting: value } : { remedy: misfit.remedy };',
    put: 'return { fitting: value };',
    why: 'a value that does not fit is not used',
  },
  {
    attack: 'arguments-changing',
    file: READING,
    remove: 'structuredClone(given)',
    put: 'given',
    why: 'what is checked is a copy',
  },
  {
    attack: 'arguments-names',
    file: 'src/tools/calls/call-request.ts',
    remove: "return name !== '' && name.length <= toolLimits.nameLength && name.isWellFormed();",
    put: 'return true;',
    why: 'a name is a text of a bounded length',
  },
];
