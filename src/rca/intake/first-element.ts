/** Tells XML documents apart by their root, seen in the document's beginning alone. */

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const DECLARATION = /<![A-Za-z][^>[]*(?:\[[^\]]*\]?)?[^>]*(?:>|$)/g;
const ELEMENT = /<([A-Za-z_][\w.:-]{0,127})/;

/** Returns the name of the first element in the beginning of an XML document, if one begins there. */
export function firstElement(beginning: string): string | undefined {
  if (!beginning.trimStart().startsWith('<')) return undefined;
  return ELEMENT.exec(withoutDeclarations(beginning))?.[1];
}

/** Returns the beginning of a document without its comments and declarations. */
export function withoutDeclarations(beginning: string): string {
  return beginning.replace(COMMENT, '').replace(DECLARATION, '');
}
