/** Coverage of a run without anything added to the project: tracers by environment, and what they left. */
export { coverageEnvironment, tracerOf } from './coverage-environment.ts';
export { readTracedCoverage } from './read-traced-coverage.ts';
