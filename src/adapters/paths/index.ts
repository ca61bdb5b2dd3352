/**
 * Public entry point to what adapters share about the host's paths: real paths, and directories held without
 * following links.
 */
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
