/** What an ask leaves behind while a step is under way: packs, sources, tools and checks, until the step is recorded. */
import type { FrameId } from '../../kernel/index.ts';
import { type RunEvent, type RunEventPayloads, runEvent, type StepPlace } from '../../record/index.ts';

/** The kinds of events an ask makes. */
type NotedKind =
  | 'source-opened'
  | 'pack-compiled'
  | 'model-asked'
  | 'reply-checked'
  | 'tool-called'
  | 'decision-made';

/** An event that does not know its place yet. */
type Note = {
  readonly [Kind in NotedKind]: {
    readonly kind: Kind;
    readonly payload: Omit<RunEventPayloads[Kind], keyof StepPlace>;
  };
}[NotedKind];

/** Notes as data: the events in their order, and the frames the agent was told of. */
export type NotedAsk = { readonly notes: readonly Note[]; readonly told: readonly FrameId[] };

/** The notes of one step. */
export type StepNotes = {
  add<Kind extends NotedKind>(kind: Kind, payload: Omit<RunEventPayloads[Kind], keyof StepPlace>): void;
  /** Notes frames that the agent was told of; what it makes of them rests on them. */
  tell(frames: Iterable<FrameId>): void;
  /** The frames the step was told of, each once. */
  told(): readonly FrameId[];
  events(place: StepPlace): readonly RunEvent[];
  /** Takes over what an ask noted that was answered before. */
  append(noted: NotedAsk): void;
};

/** Starts the notes of a step, or of one ask in it, which are written to the outer ones as well. */
export function createStepNotes(outer?: StepNotes): StepNotes & { readonly noted: () => NotedAsk } {
  const notes: Note[] = [];
  const told = new Set<FrameId>();
  const append: StepNotes['append'] = (more) => {
    notes.push(...more.notes);
    for (const frame of more.told) told.add(frame);
    outer?.append(more);
  };
  return {
    append,
    add: (kind, payload) => append({ notes: [{ kind, payload } as unknown as Note], told: [] }),
    tell: (frames) => append({ notes: [], told: [...frames] }),
    told: () => [...told],
    events: (place) =>
      notes.map(({ kind, payload }) =>
        runEvent(kind, { ...place, ...payload } as unknown as RunEventPayloads[typeof kind]),
      ),
    noted: () => ({ notes: [...notes], told: [...told] }),
  };
}
