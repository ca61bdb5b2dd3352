/** What a source declares, as data: the symbols an outline is printed from. */

/** What a symbol is. */
export type SymbolKind =
  | 'annotation'
  | 'class'
  | 'constant'
  | 'constructor'
  | 'delegate'
  | 'enum'
  | 'event'
  | 'field'
  | 'function'
  | 'impl'
  | 'interface'
  | 'macro'
  | 'member'
  | 'method'
  | 'module'
  | 'namespace'
  | 'property'
  | 'record'
  | 'struct'
  | 'trait'
  | 'type'
  | 'union'
  | 'variable';

/** A symbol of a source and where it stands; lines count from one. */
export interface SourceSymbol {
  readonly kind: SymbolKind;
  /** Its name as it is declared there, `default` where it has none. */
  readonly name: string;
  /** One line with its kind in place of the language's keyword, without comments, annotations, value and body. */
  readonly signature: string;
  readonly startLine: number;
  readonly endLine: number;
  /** How many symbols it stands in. */
  readonly depth: number;
}
