// A mutation: one check taken out of the program, so that the attack it stops is seen to succeed.

/** One check taken out of the program. */
export interface Mutation {
  /** The id of the attack that succeeds without it. */
  readonly attack: string;
  readonly file: string;
  /** The text that is taken away; it stands in the file exactly once. */
  readonly remove: string;
  readonly put: string;
  /** What the check is for. */
  readonly why: string;
}
