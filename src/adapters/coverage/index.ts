/**
 * Public entry point to coverage collected without adding anything to the project: tracers enabled by the
 * environment, and their results.
 */
export { coverageEnvironment, readTracedCoverage, tracerOf } from './read-traced-coverage.ts';
