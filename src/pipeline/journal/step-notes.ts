/** What an ask leaves behind while a step is under way: packs, sources, tools and checks, until the step is recorded. */
import { type FrameId, type Id, isId, makeId } from '../../../kernel/index.ts';
import type { CompiledPack } from '../../../lens/index.ts';
import type { RunEvent, RunEventPayloads, StepPlace } from '../../../record/index.ts';
import { runEvent } from '../run/run-log.ts';

/** The kinds of events an ask makes. */
type NotedKind =
  | 'source-opened'
  | 'pack-compiled'
  | 'model-asked'
  | 'reply-checked'
  | 'tool-called'
  | 'decision-made';

/** A note: an event that does not know its place yet. */
type Note = (place: StepPlace) => RunEvent;

/** The notes of one step. */
export type StepNotes = {
  add<Kind extends NotedKind>(kind: Kind, payload: Omit<RunEventPayloads[Kind], keyof StepPlace>): void;
  addPack(compiled: CompiledPack, consumer: string): void;
  /** The frames the step was told of, each once. */
  handles(): readonly FrameId[];
  events(place: StepPlace): readonly RunEvent[];
};

/** Starts the notes of a step. */
export function createStepNotes(): StepNotes {
  const notes: Note[] = [];
  const handles = new Set<FrameId>();
  const add: StepNotes['add'] = (kind, payload) => {
    notes.push((place) =>
      runEvent(kind, { ...place, ...payload } as unknown as RunEventPayloads[typeof kind]),
    );
  };
  return {
    add,
    addPack({ pack, envelope }, consumer) {
      for (const handle of envelope.allowed_handles) if (isId(handle, 'frame')) handles.add(handle);
      add('pack-compiled', { pack: makeId('pack', pack.hash) as Id<'pack'>, consumer });
    },
    handles: () => [...handles],
    events: (place) => notes.map((note) => note(place)),
  };
}
