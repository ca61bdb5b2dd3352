/** Makes the frame of a directory from the frames that its children have now, unless the one that stands is just that. */
import { cite, limits, PenumbraError } from '../../kernel/index.ts';
import { lastName } from '../scan/tree-path.ts';
import { type ChildParts, gatherParts } from '../snapshot/gather-parts.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { applyPolicy } from '../synthesis/apply-policy.ts';
import type { SynthesisRecipe } from '../synthesis/recipe.ts';
import { type SynthesisPart, synthesisBasis } from '../synthesis/synthesis-basis.ts';
import type { SynthesisSection } from '../synthesis/synthesis-policy.ts';
import { type Derived, holdsFor, standingOf } from './derive-file.ts';
import type { Wave } from './wave.ts';

/** What a directory is derived with. */
export type DirectoryDerivation = {
  readonly wave: Wave;
  readonly directory: string;
  readonly recipe: SynthesisRecipe;
  /** Who signs the frame. */
  readonly agent: string;
  /** Refuses where a directory in it has no frame yet, instead of leaving it out. */
  readonly isStrict: boolean;
};

/** A derived frame with what it was made from. */
export type DerivedDirectory = Derived & { readonly parts: readonly SynthesisPart[] };

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Derives the frame of a directory, or throws `synthesis-failed`. */
export async function deriveDirectory({
  wave,
  directory,
  recipe,
  agent,
  isStrict,
}: DirectoryDerivation): Promise<DerivedDirectory> {
  const { snapshot } = wave;
  const children = await gatherParts(snapshot, directory, recipe);
  if (isStrict) await requireDirectories(snapshot, children, recipe);
  const parts = children.flatMap((child) => child.parts);
  if (parts.length > limits.basisInputs) throw tooMany(directory, parts.length);
  const basis = synthesisBasis({ recipe, parts });
  const before = await standingOf(snapshot, directory, recipe.outputType);
  if (before && (await holdsFor(snapshot, before, basis)))
    return { frameId: before.frameId, isUntouched: true, parts };
  const sections = await Promise.all(children.map((child) => sectionOf(snapshot, child)));
  const content = applyPolicy(recipe, sections, { custom: snapshot.policies });
  const subject = { kind: 'node', id: directory } as const;
  const draft = { subject, type: recipe.outputType, agent, basis, content };
  return { frameId: await wave.stand(draft, before), isUntouched: false, parts };
}

async function requireDirectories(
  snapshot: Snapshot,
  children: readonly ChildParts[],
  { outputType }: SynthesisRecipe,
): Promise<void> {
  for (const { child } of children) {
    if (child.kind !== 'directory' || (await standingOf(snapshot, child.path, outputType))) continue;
    throw new PenumbraError(
      'synthesis-failed',
      `the directory ${cite(child.path)} has no ${outputType} yet`,
      {
        data: { path: child.path, type: outputType },
        hint: 'synthesise it first, or all of them with `--recursive`',
      },
    );
  }
}

async function sectionOf(snapshot: Snapshot, { child, parts }: ChildParts): Promise<SynthesisSection> {
  const records = await snapshot.frames(parts.map(({ frameId }) => frameId));
  const contents = await snapshot.contents(records);
  const frames = records.map(({ id, frame }, index) => {
    const content = contents[index];
    if (!frame || !content) throw removed(child.path, id);
    return { frameId: id, type: frame.type, agent: frame.agent, content: textOf(child.path, content) };
  });
  return { name: lastName(child.path), frames };
}

function textOf(path: string, content: Uint8Array): string {
  try {
    return decoder.decode(content);
  } catch {
    throw new PenumbraError('synthesis-failed', `a frame of ${cite(path)} is no text`, {
      hint: 'take one type that holds text instead of all',
    });
  }
}

function tooMany(directory: string, count: number): PenumbraError {
  return new PenumbraError(
    'synthesis-failed',
    `the children of ${cite(directory)} have ${count} frames, more than the ${limits.basisInputs} that one rests on`,
    { hint: 'synthesise the directories in it, or take one type instead of all' },
  );
}

function removed(path: string, frameId: string): PenumbraError {
  return new PenumbraError('synthesis-failed', `the content of ${frameId} of ${cite(path)} was removed`, {
    hint: 'write the frame anew, or leave it out with `filtering`',
  });
}
