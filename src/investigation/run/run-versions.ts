/** The versions of everything a report depends on beside its inputs; they are part of the run's id and of the report. */
import { SCANNER_VERSION } from '../../adapters/secrets/index.ts';
import { LENS_COMPILER } from '../../disclosure/lens/index.ts';
import type { Policy } from '../../guard/index.ts';
import type { Graph } from '../../pipeline/index.ts';
import { fittedVersion } from '../../rca/index.ts';

/** The program's version; a test holds it equal to the package's. */
export const PENUMBRA_VERSION = '0.1.0';

const SHOWN_DIGITS = 16;

/** Returns the versions of the program, its pipelines, policy, weights and maps, and of the rules by which secrets are found. */
export function runVersions(parts: {
  readonly light: Graph;
  readonly court: Graph;
  readonly policy: Policy;
  readonly masksDigest?: string;
}): { readonly [part: string]: string } {
  return {
    penumbra: PENUMBRA_VERSION,
    lens: LENS_COMPILER,
    [parts.light.name]: parts.light.hash.slice(0, SHOWN_DIGITS),
    [parts.court.name]: parts.court.hash.slice(0, SHOWN_DIGITS),
    policy: parts.policy.hash.slice(0, SHOWN_DIGITS),
    weights: fittedVersion(),
    secrets: SCANNER_VERSION,
    ...(parts.masksDigest && { masks: parts.masksDigest.slice(0, SHOWN_DIGITS) }),
  };
}
