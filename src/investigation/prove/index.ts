/** The door to experiments: why tests fail, proven by running them. */

export { casesOfCause } from './cause-cases.ts';
export {
  findOpenProof,
  nameCommand,
  type ProvenInvestigation,
  prove,
  proveInvestigation,
} from './prove.ts';
export { verifyProof } from './verify-proof.ts';
export { type VerifiedRun, verifyWhole } from './verify-whole.ts';
export { why } from './why.ts';
