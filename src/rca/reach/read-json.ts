/** JSON as people write it in settings: with comments and commas too many, or broken. */

const COMMENT = /("(?:[^"\\]|\\.)*(?:"|$))|\/\/[^\n]*|\/\*.*?(?:\*\/|$)/gs;
const NEEDLESS_COMMA = /("(?:[^"\\]|\\.)*(?:"|$))|,(?=\s*[}\]])/gs;

/** A record of whatever was written. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Parses a record; nothing where the text is none. */
export function readJsonRecord(text: string | undefined): JsonRecord | undefined {
  if (text === undefined) return undefined;
  const plain = parse(text.replace(/^\ufeff/, ''));
  return recordOf(
    plain ??
      parse(
        text
          .replace(/^\ufeff/, '')
          .replace(COMMENT, '$1')
          .replace(NEEDLESS_COMMA, '$1'),
      ),
  );
}

/** Returns a value where it is a record. */
export function recordOf(value: unknown): JsonRecord | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as JsonRecord)
    : undefined;
}

/** Returns a record's own value under a key. */
export function fieldOf(record: JsonRecord | undefined, key: string): unknown {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Returns the texts of a text or a list. */
export function textsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
