// What the tests of the court share: a case to try, and seats that answer by script.

import {
  type CourtConfig,
  type CourtRole,
  type CourtSeats,
  type CourtSubject,
  runCourt,
  type SeatContext,
  type TrialOptions,
} from '../../src/court/index.ts';
import { type AgentIdentity, personaByName } from '../../src/pipeline/agents/index.ts';

type Answer = unknown | ((context: SeatContext) => unknown);
export type Script = { readonly [step: string]: Answer | readonly Answer[] };

export const subject: CourtSubject = {
  id: 'case-1',
  conclusion: {
    defect_type: 'product_bug',
    suspects: [
      { path: 'src/a.ts', score: 9 },
      { path: 'src/b.ts', score: 5 },
    ],
  },
  confidence: 0.7,
  evidence: ['h1', { handle: 'h2', weight: 0.5, class: 'primary' }],
  failure: { message: 'boom' },
};

export const indictment = { prosecution_narrative: 'it is so', confidence: 0.8 };
export const discovery = { raw: {}, checks: [], further_evidence: [] };
export const brief = {
  challenges: [],
  motion_to_dismiss: false,
  plea_deal: false,
  mitigating_factors: [],
  confidence: 0.2,
};
export const challenge = { evidence_index: 0, challenge: 'weak', severity: 'weakening' };
export const verdict = {
  decision: 'affirm',
  final_classification: 'product_bug',
  confidence: 0.9,
  reasoning: 'so',
};
export const feedback = {
  target: 'investigate',
  challenged_evidence: [{ index: 0, reason: 'weak' }],
  alternative_hypothesis: 'src/b.ts',
  specific_questions: ['why?'],
};
export const full: Script = {
  indict: indictment,
  discover: discovery,
  defend: { ...brief, challenges: [challenge] },
  'hearing prosecution': [0.9, 0.8, 0.7].map((confidence) => ({ argument: 'yes', confidence })),
  'hearing defense': { rebuttal: 'no', confidence: 0.1 },
  'hearing expert': { notes: 'seen', strikes: [] },
  verdict,
};

/** Seats that answer by script: a list item by item, its last one again and again. */
export function seated(script: Script): { seats: CourtSeats; asked: SeatContext[] } {
  const asked: SeatContext[] = [];
  const turns = new Map<string, number>();
  const ask = async (context: SeatContext) => {
    asked.push(context);
    const step = context.node === 'hearing' ? `hearing ${context.role}` : context.node;
    const turn = turns.get(step) ?? 0;
    turns.set(step, turn + 1);
    const answers = Array.isArray(script[step]) ? script[step] : [script[step]];
    const answer: Answer = answers[Math.min(turn, answers.length - 1)];
    return typeof answer === 'function' ? answer(context) : answer;
  };
  const seat = (name: string) => ({ identity: personaByName(name) as AgentIdentity, ask });
  const names = { prosecution: 'Challenger', defense: 'Abyss', expert: 'Bulwark', judge: 'Specter' };
  const entries = Object.entries(names).map(([role, name]) => [role, seat(name)]);
  return { seats: Object.fromEntries(entries) as Record<CourtRole, ReturnType<typeof seat>>, asked };
}

export async function tryCase(
  script: Script,
  { config, ...more }: Partial<TrialOptions> & { config?: Partial<CourtConfig> } = {},
) {
  const { seats, asked } = seated({ ...full, ...script });
  const result = await runCourt(subject, { seats, config: { enabled: true, ...config }, ...more });
  return { result, asked };
}
