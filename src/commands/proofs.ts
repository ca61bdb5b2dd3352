/** Public entry point to the commands that run tests: proving why they fail, and verifying proofs. */
export {
  findOpenProof,
  nameCommand,
  type ProvenInvestigation,
  prove,
  proveInvestigation,
  type VerifiedRun,
  verifyWhole,
  why,
} from '../investigation/prove/index.ts';
