/** Keys on a terminal: a table of what each signs and whether it still does, and what became of one that was changed. */
import type { RecordView } from '../context/record-view.ts';
import { countOf } from '../quantity.ts';
import { renderTable } from '../render-table.ts';
import { layoutOf } from '../report-colors.ts';
import { visibleLine } from '../visible-text.ts';
import type {
  KeyChangeDocument,
  KeyRotationDocument,
  KeysCreationDocument,
  KeysDocument,
  PublicKeysDocument,
  ShownKey,
} from './shown-keys.ts';

const HEAD = ['key', 'for', 'kind', 'state', 'created'];
const UNKNOWN = '–';

/** Renders the keys of a user. */
export function renderKeys({ directory, keys }: KeysDocument, view: RecordView): string {
  if (keys.length === 0) return `no keys in ${visibleLine(directory)}\nmake them with penumbra keys create\n`;
  const rows = keys.map((key) => ({ cells: cellsOf(key, view), below: [visibleLine(key.file)] }));
  return `${renderTable({ head: HEAD, rows }, layoutOf(view)).join('\n')}\n`;
}

/** Renders what was made, and the keys there are then. */
export function renderKeysCreation(document: KeysCreationDocument, view: RecordView): string {
  const { created, directory, keys } = document;
  const approval = keys.find(({ kind, state }) => kind === 'approval' && state === 'signs');
  const isOpen = approval !== undefined && !approval.hasPassphrase && created.includes(approval.id);
  const advice = isOpen
    ? 'the key for approvals has no passphrase: whatever runs as you can approve in your name\nput one under a passphrase in its place: penumbra keys rotate approval --passphrase-file FILE\n'
    : '';
  const made = created.length === 0 ? 'nothing was missing' : `made ${countOf(created.length, 'key')}`;
  return `${made} in ${visibleLine(directory)}\n\n${renderKeys(document, view)}${advice === '' ? '' : `\n${advice}`}`;
}

/** Renders which key took the place of which. */
export function renderKeyRotation({ key, replaced }: KeyRotationDocument): string {
  const now = `key ${key.id} signs ${key.purposes.join(', ')}${key.hasPassphrase ? ', under its passphrase' : ''}`;
  return replaced === null ? `${now}\n` : `${now}\nkey ${replaced} no longer signs, and still verifies\n`;
}

/** Renders that a key no longer signs. */
export function renderKeyRetirement({ key }: KeyChangeDocument): string {
  const { id, purposes } = key;
  return `key ${id} no longer signs, and still verifies\nnothing signs ${purposes.join(', ')} until penumbra keys create\n`;
}

/** Renders that a key is gone. */
export function renderKeyLoss({ key }: KeyChangeDocument): string {
  return `key ${key.id} is gone: what it signed can no longer be verified here\n`;
}

/** Renders public keys as the lines of their files. */
export function renderPublicKeys({ keys }: PublicKeysDocument): string {
  return keys.map(({ text }) => text).join('');
}

function cellsOf(key: ShownKey, { formatTime }: RecordView): readonly string[] {
  const { id, purposes, algorithm, state, hasPassphrase, createdMs } = key;
  const signing = hasPassphrase ? 'signs (passphrase)' : 'signs';
  return [
    id,
    purposes.join(', '),
    algorithm,
    state === 'signs' ? signing : 'only verifies',
    createdMs === null ? UNKNOWN : formatTime(createdMs),
  ];
}
