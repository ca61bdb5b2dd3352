/** Public entry point to experiments: proves why tests fail by running them. */

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
