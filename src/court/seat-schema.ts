/** The JSON Schema of what a seat is asked for, as its pack states it and its reply is checked. */
import { z } from 'zod';
import { type CanonicalValue, cite, deepFreeze, PenumbraError } from '../kernel/index.ts';
import { roundStatements } from './court-artifacts.ts';
import { seatSchemas } from './read-answer.ts';
import type { CourtRole } from './seat-court.ts';

const schemas: { readonly [step: string]: z.ZodType } = {
  'indict prosecution': seatSchemas.indictment,
  // Any value may stand here, and a contract cannot say that of a value within itself.
  'discover defense': seatSchemas.discovery.extend({ raw: z.unknown() }),
  'defend defense': seatSchemas.defense_brief,
  'hearing prosecution': roundStatements.prosecution,
  'hearing defense': roundStatements.defense,
  'hearing expert': roundStatements.expert,
  'verdict judge': seatSchemas.verdict,
};

/** Returns the JSON Schema of a seat's answer at a node. */
export function seatSchema({
  node,
  role,
}: {
  readonly node: string;
  readonly role: CourtRole;
}): CanonicalValue {
  const step = `${node} ${role}`;
  const schema = Object.hasOwn(schemas, step) ? schemas[step] : undefined;
  if (schema) return deepFreeze(z.toJSONSchema(schema)) as CanonicalValue;
  throw new PenumbraError('usage', `no seat answers at ${cite(step)}`, {
    hint: `the steps are ${Object.keys(schemas).join(', ')}`,
  });
}
