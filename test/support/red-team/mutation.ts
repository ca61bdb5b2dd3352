// A mutation: one check taken out of the program, so that the attack it stops is seen to succeed.

/** A check as it stands in the program. */
export interface Check {
  readonly file: string;
  /** The text that is taken away; it stands in the file exactly once. */
  readonly remove: string;
  readonly put: string;
  /** What the check is for. */
  readonly why: string;
}

/** One check taken out of the program. */
export interface Mutation extends Check {
  /** The id of the attack that succeeds without it. */
  readonly attack: string;
}

/** Returns the mutations of a check that stops several attacks. */
export function without(check: Check, ...attacks: readonly string[]): readonly Mutation[] {
  return attacks.map((attack) => ({ attack, ...check }));
}
