/**
 * The expression language: CEL with exact decimals. Every number an expression meets in `output`, `state` or `config`
 * is a whole number or a decimal of four places; a written decimal compared with one is read the same way.
 */
import { Environment } from '@marcbachmann/cel-js';
import { compareDecimals, Decimal, decimalArithmetic, type Numeric } from './decimal.ts';

/** The names an expression may read. */
export const scopeNames = ['output', 'state', 'config'] as const;

/** What the engine counts during a walk, by type. */
export const stateFields = {
  loops: 'map<string, int>',
  visits: 'map<string, int>',
  worn: 'list<string>',
  remands: 'int',
  handoffs: 'int',
  court_ms: 'int',
  role_failed: 'bool',
} as const;

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

/** Creates an environment that knows decimals and no variables. */
export function createCelEnvironment(): Environment {
  const environment = new Environment({ limits });
  environment.registerType('Decimal', { ctor: Decimal, fields: {} });
  for (const [left, right] of operandPairs(['Decimal', 'double', 'int'])) {
    for (const [operator, holds] of Object.entries(comparisons)) {
      const compare = (a: Numeric, b: Numeric) => holds(compareDecimals(a, b));
      environment.registerOperator(`${left} ${operator} ${right}: bool`, compare);
    }
  }
  // Registering `Decimal == other` registers the mirrored one and both `!=`.
  for (const right of ['Decimal', 'double', 'int']) {
    const equals = (a: Numeric, b: Numeric) => compareDecimals(a, b) === 0;
    environment.registerOperator(`Decimal == ${right}: bool`, equals);
  }
  const mixed: [string, string][] = [
    ['int', 'double'],
    ['double', 'int'],
  ];
  for (const [left, right] of [...operandPairs(['Decimal', 'double', 'int']), ...mixed]) {
    for (const [operator, compute] of Object.entries(decimalArithmetic))
      environment.registerOperator(`${left} ${operator} ${right}: Decimal`, compute);
  }
  return environment;
}

/** Returns the pairs in which at least one operand is the first type. */
function operandPairs([first, ...others]: readonly [string, ...string[]]): [string, string][] {
  return [
    [first, first],
    ...others.flatMap((other): [string, string][] => [
      [first, other],
      [other, first],
    ]),
  ];
}

/** The environment in which expressions are evaluated. */
export const evaluationEnvironment: Environment = scopeNames.reduce(
  (environment, name) => environment.registerVariable(name, 'map'),
  createCelEnvironment(),
);
