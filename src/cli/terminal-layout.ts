/** How wide, in which colours and with which words for times reports are drawn on the terminal at hand. */
import type { RecordView } from '../report/index.ts';
import type { Terminal } from './terminal.ts';
import { terminalTimes } from './time-words.ts';

const COLUMNS_OF_A_FILE = 100;

/** Returns the layout for renderers; what is no terminal, or has no size, gets lines of a fixed width. */
export function terminalLayout({ colors }: Terminal): Required<RecordView> {
  return { colors, width: process.stdout.columns || COLUMNS_OF_A_FILE, formatTime: terminalTimes() };
}
