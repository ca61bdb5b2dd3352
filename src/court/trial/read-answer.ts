/**
 * What a seat is asked for at each step, and the reading of its answer: external data, accepted only if it
 * fits exactly.
 */
import * as z from 'zod';
import { type CanonicalValue, cite, freezeCanonical, isRecord, PenumbraError } from '../../kernel/index.ts';
import { type Artifact, readArtifact, recordArtifact, wholeData } from '../../pipeline/index.ts';
import type { CourtArtifactType } from './court-artifact-types.ts';
import { courtArtifacts, roundStatements } from './court-artifacts.ts';
import type { CourtRole } from './seat-court.ts';

/** The steps by node and role, in the order of a trial. */
const seatSteps = [
  'indict prosecution',
  'discover defense',
  'defend defense',
  'hearing prosecution',
  'hearing defense',
  'hearing expert',
  'verdict judge',
] as const;

/** A step of a trial and the seat that answers it. */
export type SeatStep = { readonly node: string; readonly role: CourtRole };

/** A value for every step at which a seat is asked. */
export type BySeatStep<Value> = Readonly<Record<(typeof seatSteps)[number], Value>>;

/** Returns the value for a step; throws for a step without a seat. */
export function atSeatStep<Value>(table: BySeatStep<Value>, { node, role }: SeatStep): Value {
  const name = `${node} ${role}`;
  const step = seatSteps.find((known) => known === name);
  if (step !== undefined) return table[step];
  throw new PenumbraError('usage', `no seat answers at ${cite(name)}`, {
    hint: `the steps are ${seatSteps.join(', ')}`,
  });
}

/** The value read from an answer, or why it was rejected. */
export type ReadAnswer<Value> = { readonly value: Value } | { readonly misfit: string };

/** The artifact types of the steps that one seat answers alone. */
export type SeatArtifactType = 'indictment' | 'discovery' | 'defense_brief' | 'verdict';

/** What a seat may state. The charge and the hash of the exhibits are not included. */
const seatSchemas = {
  indictment: courtArtifacts.indictment
    .omit({ charged_defect_type: true, charged_location: true })
    .partial({ evidence: true }),
  discovery: courtArtifacts.discovery,
  defense_brief: courtArtifacts.defense_brief.omit({ exhibits_hash: true }),
  verdict: courtArtifacts.verdict,
} as const satisfies Readonly<Record<SeatArtifactType, z.ZodType>>;

/** Fields set by the court: a seat may repeat them, but they are ignored. */
const courtFields: readonly string[] = ['charged_defect_type', 'charged_location', 'exhibits_hash'];

/** Reads the artifact of a step, given as an artifact or as its bare data. */
export function readSeatArtifact(type: SeatArtifactType, answer: unknown): ReadAnswer<Artifact> {
  const claimed = isRecord(answer) && isRecord(answer.data) ? answer : { type, data: answer };
  if (claimed.type !== type) return { misfit: `this is no ${type}` };
  if (!isRecord(claimed.data)) return { misfit: `this is no ${type}: it is no record` };
  const { confidence } = claimed as { readonly confidence?: unknown };
  const own = Object.entries(claimed.data).filter(([field]) => !courtFields.includes(field));
  const whole = wholeData({ type, confidence, data: Object.fromEntries(own) } as Artifact);
  const read = readBySchema<unknown>(seatSchemas[type], whole);
  return 'misfit' in read ? read : toArtifact(type, read.value);
}

export function readBySchema<Value>(schema: z.ZodType<Value>, value: unknown): ReadAnswer<Value> {
  const read = schema.safeParse(value);
  if (read.success) return { value: read.data };
  const [issue] = read.error.issues;
  const place = issue?.path.join('.');
  return { misfit: `${place ? `\`${place.slice(0, 80)}\`: ` : ''}${issue?.message ?? 'it does not fit'}` };
}

/** Returns why the artifact of a court step does not fit its schema, or null. */
export function misfitOf(artifact: Artifact): string | null {
  const { type } = artifact;
  if (!Object.hasOwn(courtArtifacts, type)) return `\`${type.slice(0, 80)}\` is no artifact of a court`;
  const schema: z.ZodType = courtArtifacts[type as CourtArtifactType];
  const read = readBySchema(schema, wholeData(artifact));
  return 'misfit' in read ? read.misfit : null;
}

function toArtifact(type: SeatArtifactType, value: unknown): ReadAnswer<Artifact> {
  const { confidence, ...data } = value as Artifact['data'] & { readonly confidence?: number };
  // Round trip: anything that cannot be recorded is rejected now, while the seat can still correct it.
  const artifact = { type, ...(confidence !== undefined && { confidence }), data } as Artifact;
  return { value: readArtifact(recordArtifact(artifact)) };
}

const schemas: BySeatStep<z.ZodType> = {
  'indict prosecution': seatSchemas.indictment,
  // Any value is allowed here, and a contract cannot express that for a nested value.
  'discover defense': seatSchemas.discovery.extend({ raw: z.unknown() }),
  'defend defense': seatSchemas.defense_brief,
  'hearing prosecution': roundStatements.prosecution,
  'hearing defense': roundStatements.defense,
  'hearing expert': roundStatements.expert,
  'verdict judge': seatSchemas.verdict,
};

const jsonSchemas = new Map<z.ZodType, CanonicalValue>();

/** Returns the JSON Schema of a seat's answer at a step. */
export function seatSchema(step: SeatStep): CanonicalValue {
  const schema = atSeatStep(schemas, step);
  const known = jsonSchemas.get(schema) ?? freezeCanonical(z.toJSONSchema(schema) as CanonicalValue);
  jsonSchemas.set(schema, known);
  return known;
}
