/** Citing what a caller wrote in an error message: in backticks, on one line, never longer than a line. */

const LONGEST = 80;
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;

/** Returns a text in backticks, with control characters escaped and the end left out where it is long. */
export function cite(text: string): string {
  const head = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `\`${head.replace(CONTROL, escapeCharacter)}\``;
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
