/**
 * The expression language: CEL with exact decimals. Every number, from data or literals, is an integer or a
 * decimal with four places (`parseExact`), and so is every result of arithmetic.
 */
import { Environment } from '@marcbachmann/cel-js';
import {
  compareDecimals,
  Decimal,
  decimalArithmetic,
  type ExactNumber,
  type Numeric,
  negateExact,
} from './decimal.ts';

/** The variables an expression may use. */
export const scopeNames = ['output', 'state', 'config'] as const;

/** The counters the engine keeps during a walk, by type. */
export const stateFields = {
  loops: 'map<string, int>',
  visits: 'map<string, int>',
  worn: 'list<string>',
  remands: 'int',
  handoffs: 'int',
  court_ms: 'int',
  role_failed: 'bool',
} as const;

/** The function that implements division; it cannot be named in an expression. */
export const QUOTIENT = 'quotient';

const limits = {
  maxAstNodes: 200,
  maxDepth: 32,
  maxListElements: 64,
  maxMapEntries: 16,
  maxCallArguments: 4,
};

const comparisons = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const;

const operandPairs = [
  ['Decimal', 'Decimal'],
  ['Decimal', 'int'],
  ['int', 'Decimal'],
] as const;

/** Creates an environment with decimals and no variables. */
function createCelEnvironment(): Environment {
  // A list may mix integers and decimals, so its items need not share a type.
  const environment = new Environment({ limits, homogeneousAggregateLiterals: false });
  environment.registerType('Decimal', { ctor: Decimal, fields: {} });
  for (const [left, right] of operandPairs) {
    for (const [operator, holds] of Object.entries(comparisons)) {
      const compare = (a: Numeric, b: Numeric) => holds(compareDecimals(a, b));
      environment.registerOperator(`${left} ${operator} ${right}: bool`, compare);
    }
  }
  // Registering `Decimal == other` also registers the mirrored operator and both `!=`.
  for (const right of ['Decimal', 'int']) {
    const equals = (a: Numeric, b: Numeric) => compareDecimals(a, b) === 0;
    environment.registerOperator(`Decimal == ${right}: bool`, equals);
  }
  for (const [left, right] of operandPairs) {
    for (const [operator, compute] of Object.entries(decimalArithmetic))
      environment.registerOperator(`${left} ${operator} ${right}: Decimal`, compute);
  }
  environment.registerOperator('-Decimal: Decimal', negateExact);
  return environment;
}

/** The environment in which expressions are evaluated. */
export const evaluationEnvironment: Environment = scopeNames.reduce(
  (environment, name) => environment.registerVariable(name, 'map'),
  createCelEnvironment().registerFunction(`${QUOTIENT}(dyn, dyn): dyn`, divide, { async: false }),
);

/** CEL truncates the quotient of two integers, but whether a number from data is an integer is arbitrary. */
function divide(left: unknown, right: unknown): unknown {
  if (!isExact(left) || !isExact(right)) throw new TypeError('no such overload: only numbers are divided');
  return decimalArithmetic['/'](left, right);
}

function isExact(value: unknown): value is ExactNumber {
  return typeof value === 'bigint' || value instanceof Decimal;
}

/** A configuration value of a definition or run. */
export type ConfigValue = string | number | boolean;

/** The kind of a field. */
export type FieldKind = 'bool' | 'int' | 'decimal' | 'string' | 'list' | 'map' | 'any';

/** The type of an artifact's field: a kind, optionally with further constraints. */
export type FieldType =
  | FieldKind
  | {
      readonly kind: FieldKind;
      readonly optional?: boolean;
      /** All possible values of a text field. */
      readonly values?: readonly string[];
    };

/** The fields of an artifact by name. */
export type ArtifactFields = { readonly [field: string]: FieldType };

/** The fields of artifacts by artifact type. */
export type ArtifactSchemas = { readonly [artifact: string]: ArtifactFields };

const celTypes: { readonly [Kind in FieldKind]: string } = {
  bool: 'bool',
  int: 'int',
  decimal: 'Decimal',
  string: 'string',
  list: 'list',
  map: 'map',
  any: 'dyn',
};

/** Expands a field type to its full form. */
export function describeField(type: FieldType): Exclude<FieldType, string> {
  return typeof type === 'string' ? { kind: type } : type;
}

/**
 * Creates the environment for type checking; if fields or variables are null, their names are not checked.
 */
export function createTypeEnvironment(
  output: ArtifactFields | null,
  config: { readonly [name: string]: ConfigValue } | null,
): Environment {
  const environment = createCelEnvironment();
  environment.registerVariable({ name: 'state', schema: { ...stateFields } });
  declare(environment, 'output', output && mapValues(output, (type) => celTypes[describeField(type).kind]));
  declare(environment, 'config', config && mapValues({ ...traitVariables, ...config }, configType));
  return environment;
}

/** The config variables set from an element's traits if neither definition nor run sets them. */
export const traitVariables = { max_loops: 0, convergence_threshold: 0.5, evidence_depth: 0 } as const;

function configType(value: ConfigValue): string {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'int' : 'Decimal';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

function declare(environment: Environment, name: string, schema: Record<string, string> | null): void {
  if (schema === null) environment.registerVariable(name, 'map');
  else environment.registerVariable({ name, schema });
}

function mapValues<Value>(
  record: { readonly [name: string]: Value },
  change: (value: Value) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
