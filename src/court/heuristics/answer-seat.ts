/** The heuristic seats: maps each seat and step to the function that answers for it. */
import type { Block, PromptPack } from '../../disclosure/lens/index.ts';
import {
  type BasisPoints,
  type CanonicalValue,
  formatBasisPoints,
  fromBasisPoints,
} from '../../kernel/index.ts';
import { type Artifact, wholeData } from '../../pipeline/index.ts';
import type { CourtArtifactData, RoundStatement } from '../trial/court-artifacts.ts';
import { atSeatStep, type BySeatStep, type SeatStep } from '../trial/read-answer.ts';
import { defend, rebut } from './defend.ts';
import { classOfFamily, familyOf } from './evidence-families.ts';
import { exculpatoryChecks, readsAsEnvironment } from './exculpatory-checks.ts';
import { judge } from './judge.ts';
import { type CourtPack, type PackExhibit, readCourtPack } from './read-court-pack.ts';
import { strengthFor, supportOf, type WeighedEvidence } from './weigh-case.ts';

const LONGEST_TEXT = 2_000;
const PASSED_AGAIN_WEIGHT = 8_000;
const ENVIRONMENT_WEIGHT = 7_000;

/** Makes the charge with its evidence, weighed by class. */
function indict(pack: PromptPack): Artifact {
  const read = readCourtPack(pack);
  const evidence = evidenceFor(read);
  const strength = strengthFor(read, read.charge?.location, evidence);
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

/** Argues the charge in a round, with its original strength; the court deducts struck exhibits. */
function argueCharge(pack: PromptPack): RoundStatement<'prosecution'> {
  const read = readCourtPack(pack);
  const { charge, charged } = read;
  const brought = charged.map((exhibit) => ({ ...exhibit, struck: false }));
  const strength = strengthFor(read, charge?.location, brought) as BasisPoints;
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

/** The evidence for a defect that is in no file of the repository. */
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

const LONGEST_NOTES = 4_000;

/** Strikes exhibits that do not support their claim, and notes if only one unverified assumption remains. */
function examine(pack: PromptPack): RoundStatement<'expert'> {
  const read = readCourtPack(pack);
  const faults = read.charged.flatMap((exhibit) => {
    const fault = faultOf(exhibit, read);
    return fault === null ? [] : [{ index: exhibit.index, fault }];
  });
  const strikes = faults.map(({ index }) => index);
  const standing = read.charged.filter(({ index, struck }) => !struck && !strikes.includes(index));
  const isAssumed = standing.length === 1 && standing[0]?.class !== 'executed';
  const notes = [
    ...faults.map(({ index, fault }) => `exhibit ${index} is struck: ${fault}`),
    ...(isAssumed
      ? [`what agreement there is rests on one unverified assumption, exhibit ${standing[0]?.index}`]
      : []),
  ];
  return {
    notes: (notes.join('; ') || 'every exhibit says what is claimed').slice(0, LONGEST_NOTES),
    strikes,
  };
}

/** Returns why an exhibit does not support its claim, or null. */
function faultOf(exhibit: PackExhibit, { blocks, charge }: CourtPack): string | null {
  const block = blocks.get(exhibit.handle);
  if (!block) return 'what it cites is not there';
  if (exhibit.class === 'executed' && block.kind !== 'experiment') return 'what it cites was not run';
  const place = charge?.location;
  if (place === undefined) return null;
  return speaksFor(block, place, exhibit.class === 'primary');
}

function speaksFor({ kind, payload }: Block, place: string, isPrimary: boolean): string | null {
  const { path, features, frames, blames } = (payload ?? {}) as {
    readonly path?: string;
    readonly features?: { readonly [name: string]: number };
    readonly frames?: readonly { readonly file?: string }[];
    readonly blames?: boolean;
  };
  if (kind === 'trace')
    return frames?.some(({ file }) => file === place) ? null : 'the trace it cites does not pass the place';
  if (kind === 'evidence' || kind === 'experiment') {
    if (path !== place) return 'what it cites is about another place';
    if (kind === 'experiment') return blames === true ? null : 'the run it cites clears the place';
    // A recent change is primary evidence as well, even if the failing run does not name the place.
    const isShown = Object.entries(features ?? {}).some(
      ([name, value]) => classOfFamily[familyOf(name)] === 'primary' && value > 0,
    );
    return isPrimary && !isShown
      ? 'the failing run it cites does not pass the place, and nothing there was changed'
      : null;
  }
  return isPrimary ? 'what it cites names no place' : null;
}

/** Runs the checks of discovery. Its findings are in the checks, so it adds no exhibits of its own. */
function discover(pack: PromptPack): Artifact {
  const read = readCourtPack(pack);
  const { failure, candidates, base } = read;
  return {
    type: 'discovery',
    data: {
      raw: {
        failures: failure?.count ?? 0,
        candidates: candidates.length,
        history: base?.history ?? 'none',
      },
      checks: exculpatoryChecks(read),
      further_evidence: [],
    },
  };
}

/** The answer of a seat: the artifact of its step, or its statement in a round. */
export type SeatAnswer = Artifact | RoundStatement<'prosecution' | 'defense' | 'expert'>;

const heuristics: BySeatStep<(pack: PromptPack) => SeatAnswer> = {
  'indict prosecution': indict,
  'discover defense': discover,
  'defend defense': defend,
  'hearing prosecution': argueCharge,
  'hearing defense': rebut,
  'hearing expert': examine,
  'verdict judge': judge,
};

/** Answers for a seat from its pack alone; the same pack gives the same answer. */
export function answerSeat(step: SeatStep, pack: PromptPack): SeatAnswer {
  return atSeatStep(heuristics, step)(pack);
}

type Verdict = CourtArtifactData<'verdict'>;

/** Limits a model's answer for a seat, which fits the seat's schema, to what the heuristic allows. */
export function holdSeat({ node, role }: SeatStep, said: CanonicalValue, own: () => SeatAnswer): SeatAnswer {
  if (node === 'hearing' && role === 'expert')
    return strikeBoth(said as unknown as RoundStatement<'expert'>, own() as RoundStatement<'expert'>);
  if (node === 'verdict') return holdVerdict(said as unknown as Verdict, own() as Artifact);
  return said as unknown as SeatAnswer;
}

/** Exhibits that do not support their claim are struck, even if the model overlooks them. */
function strikeBoth(said: RoundStatement<'expert'>, own: RoundStatement<'expert'>): RoundStatement<'expert'> {
  const strikes = [...new Set([...own.strikes, ...said.strikes])].sort((a, b) => a - b);
  return { ...said, strikes };
}

/**
 * A model may acquit, remand or declare a mistrial freely. It may affirm or amend only as the exhibits
 * support, and with no more confidence.
 */
function holdVerdict(said: Verdict, own: Artifact): SeatAnswer {
  if (said.decision !== 'affirm' && said.decision !== 'amend') return said as unknown as SeatAnswer;
  const carried = wholeData(own) as unknown as Verdict;
  if (said.decision !== carried.decision) return own;
  const { final_location: _location, ...words } = said;
  const { final_classification, final_location } = carried;
  return {
    ...words,
    final_classification,
    ...(final_location !== undefined && { final_location }),
    confidence: Math.min(said.confidence, carried.confidence),
  } as unknown as SeatAnswer;
}
