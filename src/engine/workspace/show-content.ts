/** The content of a record as a document shows it: text as text, JSON as its value, and other bytes in base64. */

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Returns what a document shows of content; null where it was removed by the rules. */
export function showContent({
  content,
  mediaType,
}: {
  readonly content: Uint8Array | null;
  readonly mediaType: string;
}): unknown {
  if (content === null) return null;
  const text = textOf(content);
  if (text === null) return { base64: Buffer.from(content).toString('base64') };
  return mediaType === 'application/json' ? parsed(text) : text;
}

function textOf(content: Uint8Array): string | null {
  try {
    return decoder.decode(content);
  } catch {
    return null;
  }
}

/** What calls itself JSON and is none is shown as the text it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
