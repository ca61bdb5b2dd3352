/** How records are laid out for people; this room has no calendar, so times are written by the caller. */
import { layoutOf, type TerminalLayout } from '../report-colors.ts';

/** A layout with a way to write times. */
export type RecordView = TerminalLayout & { readonly formatTime: (timeMs: number) => string };

/** Fills in what a caller left open. */
export function recordViewOf({ formatTime, ...layout }: RecordView): Required<RecordView> {
  return { ...layoutOf(layout), formatTime };
}
