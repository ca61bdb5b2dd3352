/** Times for people: how long ago on a terminal, the moment itself in a pipe. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What is older is told by its date. */
const LONGEST_AGO_MS = 14 * DAY_MS;

/** Makes the writer of times for whoever reads standard output. */
export function createTimeWords(nowMs: number | null): (timeMs: number) => string {
  return (timeMs) => (nowMs === null ? momentOf(timeMs) : (agoOf(nowMs - timeMs) ?? momentOf(timeMs)));
}

/** Returns the writer of times for the terminal at hand. */
export function terminalTimes(): (timeMs: number) => string {
  return createTimeWords(process.stdout.isTTY ? Date.now() : null);
}

function agoOf(passedMs: number): string | null {
  if (passedMs < -MINUTE_MS || passedMs > LONGEST_AGO_MS) return null;
  if (passedMs < MINUTE_MS) return 'just now';
  if (passedMs < HOUR_MS) return `${Math.floor(passedMs / MINUTE_MS)} min ago`;
  if (passedMs < DAY_MS) return `${Math.floor(passedMs / HOUR_MS)} h ago`;
  const days = Math.floor(passedMs / DAY_MS);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

/** Writes a moment to the second, in UTC. */
function momentOf(timeMs: number): string {
  const moment = new Date(timeMs);
  if (Number.isNaN(moment.getTime())) return 'at an unknown time';
  return moment.toISOString().replace(/\.\d+Z$/, 'Z');
}
