/** JSON for people and files: whatever text is in it does nothing to a terminal that shows it. */

/** Node has it, and the types of the language do not yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

/** What steers a terminal or reorders letters; in JSON it can stand only in texts, where it may be written as an escape. */
const STEERING = /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu;

/** Writes JSON that does nothing to a terminal, whatever texts are in it. */
export function printableJson(document: unknown, indent?: number): string {
  return JSON.stringify(document, writeWhole, indent).replace(STEERING, (character) =>
    Array.from({ length: character.length }, (_, index) => escapeUnit(character.charCodeAt(index))).join(''),
  );
}

/** Writes a whole number of any size with all its digits. */
function writeWhole(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? rawJSON(String(value)) : value;
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
