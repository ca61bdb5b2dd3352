/** A step between being taken and being recorded. */
import type { PerformedStep, Transition } from '../../pipeline/index.ts';
import type { StepNotes } from './step-notes.ts';

/** A step that was taken. */
export type TakenStep = {
  readonly walk: string;
  readonly zone: string | null;
  readonly transition: Transition;
  readonly performed: PerformedStep;
  readonly notes: StepNotes;
};
