/** Renders keys for a terminal: a table with purposes and states, and the result of changes. */

import { countOf } from '../text/quantity.ts';
import { renderTable } from '../text/render-table.ts';
import { layoutOf, type RecordView } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';

/** A key, its purposes and its state. */
export type ShownKey = {
  readonly id: string;
  readonly kind: string;
  readonly algorithm: string;
  /** The purposes it signs for. */
  readonly purposes: readonly string[];
  /** Whether it signs, or only verifies existing signatures. */
  readonly state: 'signs' | 'verifies';
  readonly hasPassphrase: boolean;
  /** When it was created; null if its file does not say. */
  readonly createdMs: number | null;
  readonly file: string;
};

/** The user's keys and their directory. */
export type KeysDocument = { readonly directory: string; readonly keys: readonly ShownKey[] };

/** The keys after missing ones were created. */
export type KeysCreationDocument = KeysDocument & {
  /** The ids of the new keys. */
  readonly created: readonly string[];
};

/** The new signing key, and the one it replaced. */
export type KeyRotationDocument = {
  readonly directory: string;
  readonly key: ShownKey;
  readonly replaced: string | null;
};

/** A key that was retired or lost. */
export type KeyChangeDocument = { readonly directory: string; readonly key: ShownKey };

/** Public keys with their file contents. */
export type PublicKeysDocument = {
  readonly keys: readonly (Pick<ShownKey, 'id' | 'kind' | 'state' | 'createdMs'> & {
    readonly text: string;
  })[];
};

const HEAD = ['key', 'for', 'kind', 'state', 'created'];
const UNKNOWN = '–';

/** Renders the keys of a user. */
export function renderKeys({ directory, keys }: KeysDocument, view: RecordView): string {
  if (keys.length === 0) return `no keys in ${visibleLine(directory)}\nmake them with penumbra keys create\n`;
  const rows = keys.map((key) => ({ cells: cellsOf(key, view), below: [visibleLine(key.file)] }));
  return `${renderTable({ head: HEAD, rows }, layoutOf(view)).join('\n')}\n`;
}

/** Renders the keys that were made, and all keys. */
export function renderKeysCreation(document: KeysCreationDocument, view: RecordView): string {
  const { created, directory, keys } = document;
  const approval = keys.find(({ kind, state }) => kind === 'approval' && state === 'signs');
  const isOpen = approval !== undefined && !approval.hasPassphrase && created.includes(approval.id);
  const advice = isOpen
    ? 'the approval key has no passphrase: anything that runs as you can approve in your name\nreplace it by one with a passphrase: penumbra keys rotate approval --passphrase-file FILE\n'
    : '';
  const made = created.length === 0 ? 'nothing was missing' : `made ${countOf(created.length, 'key')}`;
  return `${made} in ${visibleLine(directory)}\n\n${renderKeys(document, view)}${advice === '' ? '' : `\n${advice}`}`;
}

/** Renders which key replaced which. */
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
