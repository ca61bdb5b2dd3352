/** The known answer of a case, kept apart from the case itself so that nothing that investigates can see it. */
import { z } from 'zod';
import { PenumbraError } from '../kernel/index.ts';
import { defectTypes } from '../record/index.ts';

const name = z.string().min(1).max(200);
const path = z.string().min(1).max(4_096);

/** What is not known is left out or null; fields beyond these belong to whoever made the dataset. */
const goldSchema = z.object({
  id: name,
  project: name,
  language: name,
  world: z.enum(['change', 'latent']).nullish(),
  placement: z.enum(['uncommitted', 'last', 'back']).nullish(),
  distance: z.int().min(0).nullish(),
  operator: name.nullish(),
  kind: z.enum(defectTypes).nullish(),
  fixed_files: z.array(path).max(10_000),
  fixed_methods: z.array(z.object({ file: path, method: z.string().max(4_096) })).nullish(),
  lines: z.array(z.int()).nullish(),
  bug_inducing_commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/)
    .nullish(),
});

/** The files, methods and commit that were at fault, the kind of defect, and what groups the case with others. */
export type GoldAnswer = Readonly<z.infer<typeof goldSchema>>;

/** Reads a known answer, or throws `unreadable-input` with what does not fit. */
export function readGoldAnswer(text: string): GoldAnswer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PenumbraError('unreadable-input', 'the known answer is not JSON');
  }
  const read = goldSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join('.') || 'the answer';
  throw new PenumbraError('unreadable-input', `the known answer does not fit: ${place}: ${issue?.message}`);
}
