/** A step between being taken and being recorded. */
import type { PerformedStep, Transition } from '../../../pipeline/index.ts';
import type { CaseWalk } from './case-progress.ts';

/** A step that was taken. */
export type TakenStep = {
  readonly walk: Pick<CaseWalk, 'pipeline' | 'pass'>;
  readonly zone: string | null;
  readonly transition: Transition;
  readonly performed: PerformedStep;
};
