/** The way an ask stops a walk without failing it: a spent budget, a person who has to look. */

/** Thrown by an ask to pause the walk at the node it was asked at. */
export class WalkPause extends Error {
  override readonly name = 'WalkPause';
}
