/** What the commands on keys print; nothing in it is secret. */

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
