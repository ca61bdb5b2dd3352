/** The record's door: what happened in a run, readable in a browser. */
export { type ReadEvent, readEvent } from './read-event.ts';
export {
  RUN_EVENT_VERSION,
  type RunEvent,
  type RunEventKind,
  type RunEventPayloads,
  type StepPlace,
} from './run-event.ts';
export { emptyRun, foldRun, type RunCase, type RunModel, type RunStep } from './run-model.ts';
