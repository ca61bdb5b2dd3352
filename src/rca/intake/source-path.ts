/** Tells file paths from other names: some writers put a test's file where others put its class or suite. */

const EXTENSION =
  /[.](?:[cm]?[jt]sx?|py|rb|php|phpt|go|rs|cs|fs|vb|java|kts?|scala|groovy|swift|vue|svelte|dart|exs?|feature|robot|c|cc|cpp|lua|pl|t)$/i;
const BARE_NAME = /^[\w-]+(?:[.](?:test|tests|spec|specs|e2e|cy|it|unit))?[.]\w+$/;

/** Tells whether a text is the path of a source file rather than a class or a title. */
export function looksLikeSourcePath(text: string): boolean {
  if (text.length > 1024 || /[\s<>"|?*]/.test(text) || !EXTENSION.test(text)) return false;
  return text.includes('/') || text.includes('\\') || BARE_NAME.test(text);
}
