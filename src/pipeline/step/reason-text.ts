/** Why something went as it did, in words that can be kept: whoever said it, and whatever it was. */

/** The longest reason that is kept. */
const LONGEST_REASON = 1_000;
const NO_REASON = 'no reason given';

/** Returns a reason as a well-formed text of bounded length; what cannot become a text is told as that. */
export function reasonText(reason: unknown): string {
  const text = textOf(reason);
  return text.slice(0, LONGEST_REASON).toWellFormed() || NO_REASON;
}

function textOf(reason: unknown): string {
  try {
    return String((reason instanceof Error ? reason.message : reason) ?? NO_REASON);
  } catch {
    return 'the reason cannot be read';
  }
}
