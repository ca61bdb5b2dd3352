/** Coverage of a run without anything added to the project: tracers by environment, and what they left. */
export { coverageEnvironment, readTracedCoverage, tracerOf } from './read-traced-coverage.ts';
