/** The imports of Go. */
import type { ReadImports } from './import-sink.ts';

/** Reads the paths of imported packages, alone or in parentheses, and the name of the package. */
export const readGoImports: ReadImports = (tokens, { add, enter }) => {
  let readUpTo = 0;
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'identifier' || index < readUpTo) continue;
    if (text === 'package') enter(tokens[index + 1]?.text ?? '');
    if (text !== 'import') continue;
    if (tokens[index + 1]?.text === '(') {
      for (readUpTo = index + 2; readUpTo < tokens.length && tokens[readUpTo]?.text !== ')'; readUpTo++)
        if (tokens[readUpTo]?.kind === 'literal') add(tokens[readUpTo]?.text ?? '');
    } else {
      const given = [tokens[index + 1], tokens[index + 2]].find((token) => token?.kind === 'literal');
      add(given?.text ?? '');
    }
  }
};
