/** The prosecution without a model: it proves the charge anew from the evidence in its pack. */
import { type BasisPoints, formatBasisPoints, fromBasisPoints } from '../../kernel/index.ts';
import type { PromptPack } from '../../lens/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { RoundStatement } from '../court-artifacts.ts';
import { readsAsEnvironment } from './exculpatory-checks.ts';
import { type CourtPack, readCourtPack } from './read-court-pack.ts';
import { strengthOf, supportOf, type WeighedEvidence } from './weigh-case.ts';

const LONGEST_TEXT = 2_000;
const PASSED_AGAIN_WEIGHT = 8_000;
const ENVIRONMENT_WEIGHT = 7_000;

/** Brings the charge with its evidence, weighed by class. */
export function indict(pack: PromptPack): Artifact {
  const read = readCourtPack(pack);
  const evidence = evidenceFor(read);
  const strength = strengthOf(evidence);
  return {
    type: 'indictment',
    confidence: fromBasisPoints(strength as BasisPoints),
    data: {
      prosecution_narrative: narrate(read, evidence),
      evidence: evidence.map((piece) => ({
        ...piece,
        description: piece.description.slice(0, LONGEST_TEXT),
        weight: fromBasisPoints(piece.weight as BasisPoints),
      })),
    },
  };
}

/** Argues the charge in a round, with the strength it was brought with; what is struck the court takes off. */
export function argueCharge(pack: PromptPack): RoundStatement<'prosecution'> {
  const { charge, charged } = readCourtPack(pack);
  const strength = strengthOf(charged) as BasisPoints;
  const standing = charged.filter(({ struck }) => !struck).length;
  const place = charge?.location ?? charge?.type ?? 'the charge';
  const argument = `${standing} of ${charged.length} exhibits stand for ${place}; brought with ${formatBasisPoints(strength)}`;
  return { argument: argument.slice(0, LONGEST_TEXT), confidence: fromBasisPoints(strength) };
}

function evidenceFor(pack: CourtPack): readonly WeighedEvidence[] {
  const { charge } = pack;
  if (charge?.location !== undefined) return supportOf(pack, charge.location);
  return charge ? placelessEvidence(pack, charge.type) : [];
}

/** What speaks for a defect that is in no file of the repository. */
function placelessEvidence({ failure }: CourtPack, type: string): readonly WeighedEvidence[] {
  if (!failure) return [];
  const piece = (description: string, weight: number): readonly WeighedEvidence[] => [
    { description, handle: failure.handle, weight, class: 'primary' },
  ];
  if (type === 'flaky' && (failure.is_flaky || failure.retries.includes('passed')))
    return piece('the test passed when it was run again', PASSED_AGAIN_WEIGHT);
  if ((type === 'environment' || type === 'infrastructure') && readsAsEnvironment(failure))
    return piece('the message names what the test runs on', ENVIRONMENT_WEIGHT);
  return [];
}

function narrate({ charge }: CourtPack, evidence: readonly WeighedEvidence[]): string {
  const place = charge?.location === undefined ? '' : ` in ${charge.location}`;
  const reasons = evidence.map(({ description, class: kind }) => `${kind}: ${description}`).join('; ');
  return `${charge?.type ?? 'no charge'}${place}: ${reasons || 'nothing in the pack speaks for it'}`.slice(
    0,
    LONGEST_TEXT,
  );
}
