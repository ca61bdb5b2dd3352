/** The door to experiments: why tests fail, proven by running them. */
export {
  type ExperimentOptions,
  findOpenProof,
  type NamedCommand,
  type NothingFailed,
  nameCommand,
  type ProvenInvestigation,
  prove,
  proveInvestigation,
  why,
} from './prove.ts';
export { type ProofVerification, verifyProof } from './verify-proof.ts';
