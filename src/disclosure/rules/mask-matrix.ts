/**
 * The mask matrix: how much of an item a consumer sees, by kind and visibility. It is part of the working
 * set, so the lens needs nothing else to decide.
 */
import { isRecord } from '../../kernel/index.ts';
import { hasFields, isOneOf, isWhole, nameOf } from './value-shape.ts';
import { type VisibilityClass, visibilityClasses } from './visibility.ts';

/** How much of an item is disclosed. */
export type DisclosureForm = 'full' | 'gist' | 'absent';

/** Consumer, then kind, then visibility, to a form; `*` stands for any. */
export type MaskMatrix = {
  readonly version: number;
  readonly consumers: {
    readonly [consumer: string]: {
      readonly [kind: string]: { readonly [visibility: string]: DisclosureForm };
    };
  };
};

/** A question to the matrix. */
export type DisclosureQuestion = {
  readonly consumer: string;
  readonly kind: string;
  readonly visibility: VisibilityClass;
};

const ANY = '*';
const FORMS: readonly DisclosureForm[] = ['full', 'gist', 'absent'];

/** Returns the form for a consumer from the most specific row: consumer before kind before visibility. */
export function formFor(
  matrix: MaskMatrix,
  { consumer, kind, visibility }: DisclosureQuestion,
): DisclosureForm {
  for (const rows of [own(matrix.consumers, consumer), own(matrix.consumers, ANY)]) {
    for (const cells of [own(rows, kind), own(rows, ANY)]) {
      const form = own(cells, visibility) ?? own(cells, ANY);
      if (form !== undefined) return form;
    }
  }
  // INVARIANT (deny by default): without a row, the item is absent.
  return 'absent';
}

/** Returns the consumers named in a matrix. */
export function consumersOf(matrix: MaskMatrix): readonly string[] {
  return Object.keys(matrix.consumers);
}

export function isMaskMatrix(value: unknown): value is MaskMatrix {
  if (!hasFields(value, { version: isWhole, consumers: () => true })) return false;
  return isMapOf(value.consumers, isName, (kinds) =>
    isMapOf(kinds, isName, (cells) => isMapOf(cells, isVisibility, isOneOf(FORMS))),
  );
}

function isName(text: string): boolean {
  return text === ANY || nameOf(text);
}

function isVisibility(text: string): boolean {
  return text === ANY || (visibilityClasses as readonly string[]).includes(text);
}

function isMapOf(
  value: unknown,
  isKey: (key: string) => boolean,
  isItem: (item: unknown) => boolean,
): boolean {
  if (!isRecord(value)) return false;
  return Object.entries(value).every(([key, item]) => isKey(key) && isItem(item));
}

function own<Item>(map: { readonly [key: string]: Item } | undefined, key: string): Item | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}
