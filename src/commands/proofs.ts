/** The door of commands that run tests: why they fail, proven, and proofs that are checked again. */
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
