/** The log of frame types that were added to a workspace; all hold text. */
import { canonicalText, cite, PenumbraError, parseCanonical } from '../../kernel/index.ts';
import {
  everyEntry,
  type FrameType,
  type Ledger,
  requireTypeName,
  type StoreReader,
} from '../../ledger/index.ts';

/** A type that was added. */
export type AddedType = { readonly name: string; readonly cardinality: FrameType['cardinality'] };

const TYPE_LOG = 'types';

/** Reads the types that were added, each as it was first. */
export async function readAddedTypes(store: StoreReader): Promise<readonly FrameType[]> {
  const types = new Map<string, FrameType>();
  for await (const { value } of everyEntry(store, TYPE_LOG)) {
    const { cardinality, name } = (parseCanonical(value) ?? {}) as { [Field in keyof AddedType]?: unknown };
    if (typeof name !== 'string' || types.has(name)) continue;
    types.set(name, {
      name,
      cardinality: cardinality === 'many' ? 'many' : 'single',
      mediaType: 'text/plain',
    });
  }
  return [...types.values()];
}

/** Adds a type, unless it is known as just that. */
export async function addType(ledger: Ledger, { name, cardinality }: AddedType): Promise<FrameType> {
  requireTypeName(name);
  const known =
    ledger.types.get(name) ?? (await readAddedTypes(ledger.store)).find((type) => type.name === name);
  if (known && known.cardinality !== cardinality)
    throw new PenumbraError(
      'invalid-name',
      `frame type ${cite(name)} exists already, as ${known.cardinality}`,
      {
        hint: 'choose another name; a type that has frames cannot change',
      },
    );
  if (known) return known;
  const value = canonicalText({ cardinality, name });
  await ledger.store.commit({ atMs: ledger.clock.now(), appends: [{ log: TYPE_LOG, value }] });
  return { name, cardinality, mediaType: 'text/plain' };
}
