/** The door to what adapters share of the host's paths: what they really are, and directories held without a link. */
export { bytesOfPath, nameOfBytes } from './entry-name.ts';
export {
  diskFaultOf,
  type HeldDirectory,
  type Holding,
  hasDescriptorPaths,
} from './held-directory.ts';
export { type HeldPath, isComponent, namesOf, openHeldPath } from './held-path.ts';
export { holdOnce, type RealRoot } from './hold-once.ts';
export { isWithin } from './is-within.ts';
export { realPathOf } from './real-path-of.ts';
