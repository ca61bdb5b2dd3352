/**
 * A dataset on disk: `cases/<id>/repo` and `cases/<id>/report.xml` are the input of an investigation,
 * `gold/<id>.json` is the known answer. Unusable cases are listed with the reason and never scored.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type GoldAnswer, readGoldAnswer } from '../../calibrate/index.ts';
import { cite, PenumbraError, sortByCodePoint } from '../../kernel/index.ts';

/** A case that can be run. */
export type DatasetCase = {
  readonly id: string;
  readonly repository: string;
  readonly report: string;
  readonly gold: GoldAnswer;
};

/** The cases of a dataset, and the unusable ones. */
export type Dataset = {
  readonly cases: readonly DatasetCase[];
  readonly unusable: readonly { readonly id: string; readonly reason: string }[];
};

const MOST_GOLD_BYTES = 4 * 1024 * 1024;

/** Lists a dataset ordered by id; `only` selects the cases of one project, or a single case by id. */
export function readDataset(
  directory: string,
  { only }: { readonly only?: string | undefined } = {},
): Dataset {
  const laidOut = namesIn(join(directory, 'cases'));
  if (laidOut === null)
    throw new PenumbraError('unreadable-input', `${cite(directory)} has no folder \`cases\``, {
      hint: 'a dataset has cases/<id>/repo, cases/<id>/report.xml and gold/<id>.json',
    });
  const known = (namesIn(join(directory, 'gold')) ?? [])
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));
  const cases: DatasetCase[] = [];
  const unusable: { id: string; reason: string }[] = [];
  for (const id of sortByCodePoint([...new Set([...laidOut, ...known])])) {
    const found = readCase(directory, id);
    if (typeof found === 'string') unusable.push({ id, reason: found });
    else cases.push(found);
  }
  const isWanted = ({ id, gold }: DatasetCase) => only === undefined || only === gold.project || only === id;
  return { cases: cases.filter(isWanted), unusable };
}

/** Finds one case of a dataset, or throws `unreadable-input` with the reason it cannot be used. */
export function findCase(directory: string, id: string): DatasetCase {
  const found = /[/\\]|^\.{0,2}$/.test(id) ? 'an id has no slash' : readCase(directory, id);
  if (typeof found !== 'string') return found;
  throw new PenumbraError('unreadable-input', `${cite(id)} cannot be run: ${found}`);
}

/** Returns one case, or the reason it cannot be used. */
function readCase(directory: string, id: string): DatasetCase | string {
  const folder = join(directory, 'cases', id);
  const [repository, report] = [join(folder, 'repo'), join(folder, 'report.xml')];
  const goldFile = join(directory, 'gold', `${id}.json`);
  const goldSize = statSync(goldFile, { throwIfNoEntry: false });
  if (!goldSize?.isFile()) return 'no known answer';
  if (goldSize.size > MOST_GOLD_BYTES) return 'the known answer is too large';
  if (!statSync(repository, { throwIfNoEntry: false })?.isDirectory()) return 'no repository';
  if (!statSync(report, { throwIfNoEntry: false })?.isFile()) return 'no report';
  try {
    const gold = readGoldAnswer(readFileSync(goldFile, 'utf8'));
    return gold.id === id ? { id, repository, report, gold } : `the known answer is that of ${cite(gold.id)}`;
  } catch (error) {
    if (error instanceof PenumbraError) return error.message;
    throw error;
  }
}

function namesIn(directory: string): readonly string[] | null {
  try {
    return readdirSync(directory);
  } catch {
    return null;
  }
}
