/** Names of the environment that no program is passed, whatever a policy says, and why. */

/** Why a name is withheld. */
export type WithheldBecause = 'set-here' | 'own' | 'loads-code' | 'secret';

const reasons: readonly (readonly [WithheldBecause, RegExp])[] = [
  // A program gets a home, a search path and a place for temporary files of its own.
  ['set-here', /^(?:PATH|HOME|TMPDIR|PWD)$/],
  ['own', /^PENUMBRA_/i],
  // What makes the loader put other code into every program.
  ['loads-code', /^(?:LD_|DYLD_)/i],
  // By the look of the name: `AUTHOR` is none, `SSH_AUTH_SOCK` is.
  ['secret', /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|AUTH(?!OR)/i],
];

/** Returns why a name is never passed on; null where a policy may name it. */
export function withheldBecause(name: string): WithheldBecause | null {
  return reasons.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}
