/** Parts of a syntax node: its children by the role the grammar gives them, its name, and the value it is set to. */
import type { SymbolRule } from './symbol-rules.ts';
import type { SyntaxNode } from './syntax-parser.ts';

const FUNCTIONS = new Set(['arrow_function', 'function_expression', 'generator_function', 'function']);
const DECLARATOR = /declarator$/;
const VALUE_FIELDS = ['value', 'right'];

/** Returns the child that plays a part in a node. */
export function partOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field);
}

/** Tells whether a node is a function without being a declaration. */
export function isFunctionValue(node: SyntaxNode | undefined): boolean {
  return node !== undefined && FUNCTIONS.has(node.type);
}

/** Returns the value that a node sets its name to. */
export function assignedValue(node: SyntaxNode): SyntaxNode | undefined {
  for (const field of VALUE_FIELDS) {
    const value = partOf(node, field);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns the node that names a symbol. */
export function nameNodeOf(node: SyntaxNode, rule: SymbolRule): SyntaxNode | undefined {
  if (rule.isDeclarator) return declaredName(node);
  if (rule.nameField === '') return node;
  const named = partOf(node, rule.nameField ?? 'name');
  return named ?? (rule.endsAtName ? node.children[0] : undefined);
}

/** Tells whether a declarator of C declares a function, and not a pointer to one. */
export function declaresFunction(node: SyntaxNode): boolean {
  for (let at = partOf(node, 'declarator'); at !== undefined; at = innerDeclarator(at)) {
    if (at.type === 'function_declarator')
      return partOf(at, 'declarator')?.type !== 'parenthesized_declarator';
  }
  return false;
}

function declaredName(node: SyntaxNode): SyntaxNode | undefined {
  let at = partOf(node, 'declarator');
  while (at !== undefined && DECLARATOR.test(at.type)) at = innerDeclarator(at);
  return at;
}

function innerDeclarator(node: SyntaxNode): SyntaxNode | undefined {
  if (!DECLARATOR.test(node.type)) return undefined;
  return partOf(node, 'declarator') ?? node.children.find(({ type }) => !type.endsWith('_qualifier'));
}
