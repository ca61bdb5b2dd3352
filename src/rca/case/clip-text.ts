/** Shortens a text for a pack and says in it how much was left out. */

/** Keeps the beginning and the end of a text, twice as much of the former: the middle of a trace tells least. */
export function clipMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text.toWellFormed();
  const tail = Math.floor(limit / 3);
  const head = limit - tail;
  const end = tail === 0 ? '' : `\n${text.slice(-tail)}`;
  return `${text.slice(0, head)}\n${cutMark(text.length - limit)}${end}`.toWellFormed();
}

/** Keeps the end of a text, where what was printed last stands. */
export function clipStart(text: string, limit: number): string {
  if (text.length <= limit) return text.toWellFormed();
  return `${cutMark(text.length - limit)}\n${text.slice(-limit)}`.toWellFormed();
}

function cutMark(length: number): string {
  return `[… ${length} characters left out]`;
}
