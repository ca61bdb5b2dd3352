/** The door to what adapters share of the host's paths: what they really are, and directories held without a link. */
export {
  bytesOfPath,
  diskFaultOf,
  type HeldDirectory,
  type Holding,
  hasDescriptorPaths,
  nameOfBytes,
} from './held-directory.ts';
export {
  type HeldPath,
  holdOnce,
  isComponent,
  isWithin,
  namesOf,
  openHeldPath,
  placesOf,
  type RealRoot,
  realPathOf,
} from './held-path.ts';
