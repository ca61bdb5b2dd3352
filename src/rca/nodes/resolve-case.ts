/**
 * The resolve heuristic: chooses where to look. The first visit looks where traces and tests point. Each
 * further visit adds the surrounding folders and more suspects of the ranking, so no two visits look at the
 * same places.
 */

import { sourceSyntax } from '../../context/index.ts';
import type { PromptPack } from '../../disclosure/lens/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { FailureBlock } from '../blocks/case-blocks.ts';
import { artifactOf, blockOf, readStep } from './read-case-pack.ts';
import { namedComponents } from './triage-case.ts';

const MOST_PATHS = 50;
const LONGEST_PATH = 4_096;
/** How many more suspects of the last ranking each further visit follows. */
const SUSPECTS_PER_VISIT = 5;
/** The name of the only repository; several would be named by their folders. */
const WORKSPACE = 'workspace';

/** Chooses where to search for the cause of a case. */
export function resolveCase(pack: PromptPack): Artifact {
  const { visit, meta } = readStep(pack);
  const further = Math.max(0, visit - 1);
  const component = typeof meta.component === 'string' ? [meta.component] : [];
  const challenged = challengedPaths(pack);
  const named = [...component, ...namedComponents(pack), ...testFolders(blockOf(pack, 'failure')?.payload)];
  const focus = distinct([
    ...challenged,
    ...named,
    ...suspectFolders(pack, further * SUSPECTS_PER_VISIT),
    ...[...challenged, ...named].flatMap((path) => parentsOf(path, further)),
  ]);
  return {
    type: 'resolve',
    data: {
      selected_repos: [{ name: WORKSPACE, path: '.', focus_paths: focus, reason: reasonOf(focus, visit) }],
      cross_ref_strategy:
        challenged.length > 0
          ? 'what the review challenged comes first'
          : 'files of the trace and of the tests first, then what changed with them',
    },
  };
}

/** The paths a review sent the case back for: the evidence it doubts and the places it names. */
function challengedPaths(pack: PromptPack): readonly string[] {
  const remand = blockOf(pack, 'remand')?.payload;
  if (remand === undefined) return [];
  const { suspects = [], evidence_refs = [] } = artifactOf(pack, 'investigate') ?? {};
  const doubted = remand.challenged_evidence.flatMap(({ index }) => {
    const handle = evidence_refs[index];
    return suspects.filter((suspect) => handle !== undefined && suspect.handle === handle);
  });
  const words = [
    remand.alternative_hypothesis,
    ...remand.specific_questions,
    ...remand.challenged_evidence.map(({ reason }) => reason),
  ];
  return [...namedPaths(words.join('\n')), ...doubted.map(({ path }) => path)];
}

function suspectFolders(pack: PromptPack, count: number): readonly string[] {
  const suspects = artifactOf(pack, 'investigate')?.suspects ?? [];
  return suspects.slice(0, count).flatMap(({ path }) => parentsOf(path, 1));
}

/** The folders above a path, nearest first, at most `levels`, without the root. */
function parentsOf(path: string, levels: number): readonly string[] {
  const parts = path.split('/');
  return Array.from({ length: Math.min(levels, parts.length - 1) }, (_, index) =>
    parts.slice(0, parts.length - 1 - index).join('/'),
  ).filter((parent) => parent !== '');
}

function distinct(paths: readonly string[]): string[] {
  const plain = paths.map((path) => path.slice(0, LONGEST_PATH).toWellFormed());
  return [...new Set(plain)].filter((path) => path !== '').slice(0, MOST_PATHS);
}

function reasonOf(focus: readonly string[], visit: number): string {
  if (focus.length === 0) return `look ${visit}: nothing is named, so the whole repository`;
  if (visit <= 1) return 'look 1: where the trace passes and where the tests lie';
  return `look ${visit}: ${visit - 1} folders further around those, and around earlier suspects`;
}

/** The Maven and Gradle layout, below which packages begin. */
const SOURCE_ROOT = /^(?:.*\/)?src\/\w*[tT]est\/\w+\//;
const CLASS_NAME = /^[\w$]+(?:\.[\w$]+)+$/;
/** Folders that mark tests but say nothing about what is tested. */
const TEST_FOLDER = /^(?:tests?|specs?|__tests__|unit|integration|e2e|\.|)$/;

/** Returns the packages of test classes and the folders of test files, mirrored to the production side. */
function testFolders(failure: FailureBlock | undefined): readonly string[] {
  const folders = (failure?.tests ?? []).flatMap(({ suite, class_name, file }) => [
    ...(file === undefined ? [] : [file.replace(SOURCE_ROOT, '').split('/').slice(0, -1)]),
    ...[class_name, suite].flatMap((name) =>
      name !== undefined && CLASS_NAME.test(name) ? [name.split('.').slice(0, -1)] : [],
    ),
  ]);
  const mirrored = folders.map((parts) => parts.filter((part) => !TEST_FOLDER.test(part)).join('/'));
  return [...new Set(mirrored)].filter((folder) => folder !== '');
}

// Every quantifier is bounded, so that no text can make matching slow.
const PATH = /[\w@.-]{1,100}(?:\/[\w@.-]{1,100}){0,20}/g;
const LONGEST_TEXT = 20_000;
const MOST_NAMED_PATHS = 20;

/** Returns the source paths and names in a text, in order and without duplicates. */
function namedPaths(text: string): readonly string[] {
  const found = (text.slice(0, LONGEST_TEXT).match(PATH) ?? []).map((path) => path.replace(/\.$/, ''));
  return [...new Set(found.filter((path) => sourceSyntax(path) !== undefined))].slice(0, MOST_NAMED_PATHS);
}
