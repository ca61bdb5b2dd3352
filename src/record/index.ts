/** The record's door: what happened in a run, readable in a browser. */
export {
  RUN_EVENT_VERSION,
  type RunEvent,
  type RunEventKind,
  type RunEventPayloads,
  type StepPlace,
} from './run-event.ts';
