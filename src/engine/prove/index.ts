/** The door to experiments: why tests fail, proven by running them. */
export {
  type ExperimentOptions,
  findOpenProof,
  type NamedCommand,
  nameCommand,
  type ProvenInvestigation,
  prove,
  proveInvestigation,
} from './prove.ts';
export { verifyProof } from './verify-proof.ts';
export { type VerifiedRun, verifyWhole } from './verify-whole.ts';
export { type NothingFailed, why } from './why.ts';
