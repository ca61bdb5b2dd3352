/** Keys on a terminal: a table of what each signs and whether it still does, and what became of one that was changed. */

import { countOf } from '../text/quantity.ts';
import { renderTable } from '../text/render-table.ts';
import { layoutOf, type RecordView } from '../text/terminal-layout.ts';
import { visibleLine } from '../text/visible-text.ts';

/** A key, what it signs, and whether it still does. */
export type ShownKey = {
  readonly id: string;
  readonly kind: string;
  readonly algorithm: string;
  /** What it signs. */
  readonly purposes: readonly string[];
  /** Whether it signs here, or only checks what it or its other part has signed. */
  readonly state: 'signs' | 'verifies';
  readonly hasPassphrase: boolean;
  /** When it was made; null where its file does not say. */
  readonly createdMs: number | null;
  readonly file: string;
};

/** The keys of this user, and where they are. */
export type KeysDocument = { readonly directory: string; readonly keys: readonly ShownKey[] };

/** The keys after those that were missing were made. */
export type KeysCreationDocument = KeysDocument & {
  /** The ids of those that were made now. */
  readonly created: readonly string[];
};

/** A key that signs now, and the one it took the place of. */
export type KeyRotationDocument = {
  readonly directory: string;
  readonly key: ShownKey;
  readonly replaced: string | null;
};

/** A key that no longer does what it did. */
export type KeyChangeDocument = { readonly directory: string; readonly key: ShownKey };

/** Public keys, each with the text of its file. */
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
