/** The door to experiments: why tests fail, proven by running them. */

export { casesOfCause } from '../run/run-record.ts';
export {
  findOpenProof,
  nameCommand,
  type ProvenInvestigation,
  prove,
  proveInvestigation,
} from './prove.ts';
export { type VerifiedRun, verifyProof, verifyWhole } from './verify-proof.ts';
export { why } from './why.ts';
