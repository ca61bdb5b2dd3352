/** The door to what adapters share of the host's paths: what they really are, and directories held without a link. */
export { bytesOfPath, nameOfBytes } from './entry-name.ts';
export {
  diskFaultOf,
  type HeldDirectory,
  type Holding,
  hasDescriptorPaths,
} from './held-directory.ts';
export { type HeldPath, holdOnce, isComponent, namesOf, openHeldPath, type RealRoot } from './held-path.ts';
export { isWithin, placesOf, realPathOf } from './real-path-of.ts';
