/** Reads one line of an archive: a known record with exactly its fields, each of its own form. */
import { type CanonicalValue, isSha256, PenumbraError, parseCanonical } from '../../kernel/index.ts';
import { requireAgentName } from '../frames/agent-name.ts';
import { isStamp } from '../store/log.ts';
import { requireName } from '../store/name.ts';
import { isReason } from '../store/tombstone.ts';
import { ARCHIVE_FORMAT, type ArchiveLine, archiveInvalid } from './archive-format.ts';

type Field = (value: CanonicalValue | undefined) => boolean;
type Fields = Readonly<Record<string, Field>>;

const isCount: Field = (value) => typeof value === 'number' && value >= 0;
const isDigest: Field = (value) => typeof value === 'string' && isSha256(value);
const isText: Field = (value) => typeof value === 'string';
const isName: Field = (value) => typeof value === 'string' && passes(() => requireName(value, 'a record'));

/** INVARIANT (closed records): what a version writes is all it reads; a new field needs a new version. */
const records: Readonly<Record<ArchiveLine['record'], Fields>> = {
  archive: { format: isText },
  tombstone: {
    agent: (value) => typeof value === 'string' && passes(() => requireAgentName(value)),
    id: isDigest,
    reason: isReason,
  },
  object: { id: isDigest, size: isCount },
  log: { digest: isDigest, entries: (value) => isCount(value) && value !== 0, log: isName },
  entry: { stamp: (value) => typeof value === 'number' && isStamp(value), value: isText },
  member: { index: isName, key: isName, member: isName },
  end: {
    counts: (value) =>
      hasFields(value, {
        entries: isCount,
        logs: isCount,
        members: isCount,
        objects: isCount,
        tombstones: isCount,
      }),
    root: isDigest,
  },
};

/** Reads a line; `place` says where it stands, for the message. */
export function parseArchiveLine(text: string, place: string): ArchiveLine {
  const value = tryParse(text);
  const record = isRecord(value) ? value.record : undefined;
  const fields =
    typeof record === 'string' && Object.hasOwn(records, record) && records[record as ArchiveLine['record']];
  if (!fields) throw archiveInvalid(`${place} is not a known record: \`${text.slice(0, 80).trim()}\``);
  if (hasFields(value, { ...fields, record: isText })) return value as unknown as ArchiveLine;
  throw archiveInvalid(`${place} is not a well-formed ${record} record: \`${text.slice(0, 160)}\``);
}

/** Throws unless a first line is the header of an archive that this version reads. */
export function requireHeader(text: string | null): asserts text is string {
  const value = tryParse(text ?? '');
  const format = isRecord(value) && value.record === 'archive' ? String(value.format) : '';
  if (format === ARCHIVE_FORMAT && hasFields(value, { format: isText, record: isText })) return;
  if (/^penumbra\.archive\/[0-9]{1,9}$/.test(format) && format !== ARCHIVE_FORMAT) {
    throw archiveInvalid(`it is of format \`${format}\`, and this program reads \`${ARCHIVE_FORMAT}\``, {
      hint: 'import it with a newer penumbra; nothing was changed here',
    });
  }
  throw archiveInvalid('it is not a penumbra archive', { hint: 'give a file that `penumbra export` wrote' });
}

function tryParse(text: string): CanonicalValue | undefined {
  try {
    return parseCanonical(text);
  } catch (error) {
    if (error instanceof PenumbraError) return undefined;
    throw error;
  }
}

function hasFields(value: CanonicalValue | undefined, fields: Fields): boolean {
  if (!isRecord(value)) return false;
  const names = Object.keys(fields);
  return Object.keys(value).length === names.length && names.every((name) => fields[name]?.(value[name]));
}

function isRecord(value: CanonicalValue | undefined): value is { readonly [key: string]: CanonicalValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof PenumbraError) return false;
    throw error;
  }
}
