/**
 * A pipeline definition as written in its file, validated for shape; nothing is resolved or defaulted yet.
 */
import type { Element, Stickiness } from '../agents/index.ts';
import type { ConfigValue } from '../expressions/cel-environment.ts';

/** A zone as written: adjacent nodes that share an element and the reach of memory. */
type ZoneDraft = {
  readonly nodes: readonly string[];
  readonly element?: Element;
  readonly stickiness?: Stickiness;
};

/** A node as written. */
export type NodeDraft = {
  readonly name: string;
  readonly element?: Element;
  readonly family?: string;
  readonly artifact?: string;
  readonly masks?: readonly string[];
  readonly role?: string;
  readonly pipeline?: string;
};

/** An edge as written; one that modifies a base edge has an id and little else. */
export type EdgeDraft = {
  readonly id: string;
  readonly name?: string;
  readonly from?: string;
  readonly to?: string;
  readonly shortcut?: boolean;
  readonly loop?: boolean;
  readonly condition?: string;
  readonly when?: string;
  readonly max?: number | string;
  readonly advisory?: boolean;
  readonly targets?: readonly string[];
  readonly target?: string;
  readonly set?: { readonly [name: string]: ConfigValue };
};

/** A definition as written, in file order. */
export type Definition = {
  readonly pipeline: string;
  readonly description?: string;
  readonly extends?: string;
  readonly vars?: { readonly [name: string]: ConfigValue };
  readonly zones?: { readonly [name: string]: ZoneDraft };
  readonly nodes?: readonly NodeDraft[];
  readonly edges?: readonly EdgeDraft[];
  readonly terminals?: readonly string[];
  readonly start?: string;
  readonly done?: string;
};

/** The source name that matches every node. */
export const ANY_NODE = '_any';

/** The terminal of a walk that has no edge left because a loop limit was reached. */
export const EXHAUSTED = '_exhausted';

/** The terminals known in every definition. */
export const knownTerminals: readonly string[] = Object.freeze([
  '_done',
  '_remand',
  '_gap_brief',
  '_mistrial',
  '_recommended',
  EXHAUSTED,
]);
