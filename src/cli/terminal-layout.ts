/** How wide and in which colours reports are drawn on the terminal at hand. */
import type { TerminalLayout } from '../report/index.ts';
import type { Terminal } from './terminal.ts';

const COLUMNS_OF_A_FILE = 100;

/** Returns the layout for renderers; what is no terminal, or has no size, gets lines of a fixed width. */
export function terminalLayout({ colors }: Terminal): Required<TerminalLayout> {
  return { colors, width: process.stdout.columns || COLUMNS_OF_A_FILE };
}
