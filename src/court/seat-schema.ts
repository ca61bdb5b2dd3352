/** The JSON Schema of what a seat is asked for, as its pack states it and its reply is checked. */
import { z } from 'zod';
import { type CanonicalValue, deepFreeze } from '../kernel/index.ts';
import { roundStatements } from './court-artifacts.ts';
import { seatSchemas } from './read-answer.ts';
import { atSeatStep, type BySeatStep, type SeatStep } from './seat-steps.ts';

const schemas: BySeatStep<z.ZodType> = {
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
export function seatSchema(step: SeatStep): CanonicalValue {
  return deepFreeze(z.toJSONSchema(atSeatStep(schemas, step))) as CanonicalValue;
}
