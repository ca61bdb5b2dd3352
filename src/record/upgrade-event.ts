/**
 * Brings a stored event of an older version up to date, through one pure step for each version. A step is never changed
 * once a program that writes its version is out, for what was recorded with it is read forever.
 */

/** An event as it was stored: of which version its fields are is not known yet. */
export type StoredFields = { readonly [name: string]: unknown };

/** The way from version 1 to 2, from 2 to 3 and so on. */
export const eventUpgrades: readonly ((event: StoredFields) => StoredFields)[] = [fromVersion1];

/** Returns an event in the form of today; it is as well-formed as it was before. */
export function upgradeEvent(event: StoredFields, version: number): StoredFields {
  return eventUpgrades.slice(version - 1).reduce((older, upgrade) => upgrade(older), event);
}

/** Version 1 knew neither nested definitions nor why a walk ended. */
function fromVersion1(event: StoredFields): StoredFields {
  if (event.kind === 'walk-ended') return { ...event, within: [], reason: null };
  return Object.hasOwn(event, 'step') ? { ...event, within: [] } : event;
}
