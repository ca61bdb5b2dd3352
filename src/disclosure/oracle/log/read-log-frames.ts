/** Reads the frames that a log names as values, each verified: whole, about the log's subject, and of a valid content. */
import { canonicalText, type FrameId, PenumbraError } from '../../../kernel/index.ts';
import {
  type FrameRecord,
  frameIdIn,
  type LogEntry,
  readFrames,
  type StoreReader,
  type Subject,
} from '../../../ledger/index.ts';

/** What the frames of a log must be. */
export type LogFrames<Value> = {
  readonly log: string;
  readonly subject: Subject;
  readonly type: string;
  /** Reads a content, or returns null for one that is not valid. */
  readonly toValue: (handle: FrameId, content: Uint8Array) => Value | null;
};

const GROUP = 256;

/** Reads the frames of entries in their order; one whose content retention or erasure removed is passed over. */
export async function readLogFrames<Value>(
  store: StoreReader,
  expected: LogFrames<Value>,
  entries: readonly LogEntry[],
): Promise<readonly Value[]> {
  const values: Value[] = [];
  for (let start = 0; start < entries.length; start += GROUP) {
    const ids = entries.slice(start, start + GROUP).map(({ value }) => frameIdIn(expected.log, value));
    for (const record of await readFrames(store, ids)) {
      if (record.frame === null) throw corrupt(expected.log, record.id, 'is not in the ledger');
      if (record.content !== null) values.push(toValid(expected, record, record.content));
    }
  }
  return values;
}

function toValid<Value>(
  { log, subject, type, toValue }: LogFrames<Value>,
  { id, frame }: FrameRecord,
  content: Uint8Array,
): Value {
  const isHere = frame?.type === type && canonicalText(frame.subject) === canonicalText(subject);
  const value = isHere && frame.mediaType === 'application/json' ? toValue(id, content) : null;
  if (value === null) throw corrupt(log, id, `is not a valid ${type}`);
  return value;
}

function corrupt(log: string, frame: FrameId, fault: string): PenumbraError {
  return new PenumbraError('log-corrupt', `log \`${log}\` names ${frame}, which ${fault}`, {
    data: { log, frame },
    hint: 'run `penumbra validate` to see what it affects, and import an export of a whole copy',
  });
}
