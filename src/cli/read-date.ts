/** Reads a date or a moment from the command line. */
import { cite, PenumbraError } from '../kernel/index.ts';

const FORM = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d))?$/;

/** Returns the milliseconds of a date (its beginning in UTC) or moment, or throws `usage`. */
export function readDate(text: string): number {
  const day = FORM.exec(text)?.[1];
  if (day !== undefined && isInCalendar(day)) {
    const ms = Date.parse(text);
    if (Number.isFinite(ms)) return ms;
  }
  throw new PenumbraError('usage', `${cite(text)} is not a date`, {
    hint: 'write 2026-01-31 or 2026-01-31T12:00:00Z (UTC)',
  });
}

/** A day such as February 31 would otherwise be read as one in March. */
function isInCalendar(day: string): boolean {
  const ms = Date.parse(day);
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(day);
}
