/** The types expressions are checked against: the engine's counters always, the artifact's fields where known. */
import type { Environment } from '@marcbachmann/cel-js';
import { createCelEnvironment, stateFields } from './cel-environment.ts';

/** A value a definition or a run configures. */
export type ConfigValue = string | number | boolean;

/** The kind of a field. */
export type FieldKind = 'bool' | 'int' | 'decimal' | 'string' | 'list' | 'map' | 'any';

/** A field of an artifact: its kind, or its kind with what more is known. */
export type FieldType =
  | FieldKind
  | {
      readonly kind: FieldKind;
      readonly optional?: boolean;
      /** Every text the field can hold. */
      readonly values?: readonly string[];
    };

/** The fields of an artifact, by name. */
export type ArtifactFields = { readonly [field: string]: FieldType };

/** The fields of artifacts, by the artifact's type. */
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

/** Returns what is known of a field in full. */
export function describeField(type: FieldType): Exclude<FieldType, string> {
  return typeof type === 'string' ? { kind: type } : type;
}

/** Creates the environment an expression is checked in; null fields or variables are not checked by name. */
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

/** The variables an element's traits set where neither definition nor run does. */
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
