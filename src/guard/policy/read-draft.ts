/** Reads a policy's text into a draft without resolving names, which `check-draft.ts` does afterwards. */

import { cite, nearest, type ValuePath } from '../../kernel/index.ts';
import { type Area, areas, contractLimits } from '../conditions/contract.ts';
import { findPathFault, findSegmentFault } from '../conditions/path-fault.ts';
import { type DraftReader, readCount, type WordForm } from './draft-reader.ts';
import type { ContractBreadth } from './policy.ts';
import type {
  DraftAccepted,
  DraftOperation,
  DraftPlace,
  DraftSet,
  DraftVisibility,
  PolicyDraft,
  Word,
} from './policy-draft.ts';
import { readExec } from './read-exec.ts';

const nameForm: WordForm = {
  pattern: /^[A-Za-z][A-Za-z0-9_-]{0,63}$/,
  needs: 'a name of ASCII letters, digits, dashes and underscores that begins with a letter',
};
const setForm: WordForm = {
  pattern: /^[a-z][a-z0-9_]{0,63}$/,
  needs: 'a name of small letters, digits and underscores',
};
// At least two letters, so that a drive letter is never a namespace.
const registryForm: WordForm = {
  pattern: /^(?!root$)[a-z][a-z0-9_-]{1,63}$/,
  needs: 'a namespace of small letters other than `root`',
};
const legacyForm: WordForm = { pattern: /^[A-Z][A-Z0-9_]{1,63}$/, needs: 'a spelling of capital letters' };
const componentForm: WordForm = {
  // INVARIANT (a slip hides nothing less): a wildcard would be taken literally, and what it was meant to hide
  // would be visible.
  pattern: /^(?!\.{1,2}$)[^/\\*?\p{Cc}\p{Cs}]{1,255}$/u,
  needs: 'the name of a file or directory, whole: only `protected` has wildcards',
};
const areaForm: WordForm = {
  pattern: new RegExp(`^(${areas.join('|')})$`),
  needs: `one of ${areas.join(', ')}`,
};
const anyForm: WordForm = { pattern: /^.{1,500}$/, needs: 'a text of one line' };

/** Reads the value of a policy's text. */
export function readDraft(value: unknown, reader: DraftReader): PolicyDraft {
  const top = reader.fields(value, [], {
    required: ['policy', 'modes', 'roots', 'tools', 'sets', 'visibility', 'operations'],
    optional: ['registry', 'exec', 'contracts', 'accepted'],
  });
  const rowsAt = (field: string) => (top.has(field) ? readPlaces(top.get(field), field, reader) : []);
  const mappingAt = (field: string) => (top.has(field) ? reader.mapping(top.get(field), [field]) : []);
  return {
    name: (top.has('policy') && reader.word(top.get('policy'), ['policy'], nameForm)?.text) || '',
    registry: top.has('registry') ? reader.word(top.get('registry'), ['registry'], registryForm) : null,
    modes: top.has('modes') ? reader.words(top.get('modes'), ['modes'], nameForm) : [],
    roots: mappingAt('roots').flatMap(([key, root]) => readRoot(key, root, reader)),
    tools: new Map(
      mappingAt('tools').flatMap(([tool, commands]) => {
        const isNamed = reader.key(['tools', tool], nameForm) !== null;
        return isNamed ? [[tool, reader.words(commands, ['tools', tool], nameForm)] as const] : [];
      }),
    ),
    sets: mappingAt('sets').flatMap(([name, set]) => readSet(name, set, reader)),
    rowModes: ['visibility', 'operations'].flatMap((field) =>
      mappingAt(field).map(([mode]) => keyWord([field, mode])),
    ),
    visibility: rowsAt('visibility').map((entry) => readVisibility(entry, reader)),
    operations: rowsAt('operations').flatMap((entry) => readOperations(entry, reader)),
    exec: top.has('exec') ? readExec(top.get('exec'), reader) : null,
    contracts: top.has('contracts') ? readBreadth(top.get('contracts'), reader) : null,
    accepted: top.has('accepted') ? readAccepted(top.get('accepted'), reader) : [],
  };
}

function readRoot(key: string, value: unknown, reader: DraftReader): PolicyDraft['roots'] {
  const path = ['roots', key];
  const word = reader.key(path, nameForm);
  const fields = reader.fields(value ?? {}, path, {
    required: [],
    optional: ['legacy', 'hidden', 'protected'],
  });
  const legacy = fields.has('legacy')
    ? reader.word(fields.get('legacy'), [...path, 'legacy'], legacyForm)
    : null;
  const hidden = fields.has('hidden')
    ? reader.words(fields.get('hidden'), [...path, 'hidden'], componentForm)
    : [];
  const guarded = fields.has('protected')
    ? readProtected(fields.get('protected'), [...path, 'protected'], reader)
    : [];
  return word ? [{ key: word, legacy, hidden, protected: guarded }] : [];
}

function readProtected(value: unknown, path: ValuePath, reader: DraftReader): readonly Word[] {
  return reader.words(value, path, anyForm).filter((word) => {
    const fault = findPatternFault(word.text);
    if (fault !== null) reader.noteValue(word.path, { rule: 'wrong-value', ...fault });
    return fault === null;
  });
}

/**
 * Returns what is wrong with a pattern. A misspelt `default` would protect a file of that name and nothing
 * else.
 */
function findPatternFault(text: string): { readonly message: string; readonly remedy: string } | null {
  if (findPathFault(text) !== null) {
    const remedy = 'write `default`, or patterns of paths with plain names and `/` between them';
    return { message: `${cite(text)} is no pattern of paths below a root`, remedy };
  }
  if (text.startsWith('!')) {
    const remedy = 'list what is protected; nothing is taken out of `default`';
    return { message: `${cite(text)} would take something out, and patterns only add`, remedy };
  }
  const isWord = /^[A-Za-z_-]+$/.test(text);
  const isSlip = isWord && text !== DEFAULT && nearest(text.toLowerCase(), [DEFAULT]) !== null;
  if (!isSlip) return null;
  const remedy = `write \`${DEFAULT}\`, or \`**/${text}\` for files of this name`;
  return { message: `${cite(text)} is a name of a file here, and not \`${DEFAULT}\``, remedy };
}

const DEFAULT = 'default';
const MINUTE_MS = 60_000;

type CountField = { readonly least: number; readonly most: number; readonly otherwise: number };

function readBreadth(value: unknown, reader: DraftReader): ContractBreadth {
  const names = ['most_targets', 'plain_names', 'longest_minutes'];
  const fields = reader.fields(value, ['contracts'], { required: [], optional: names });
  const countAt = (field: string, { least, most, otherwise }: CountField) =>
    fields.has(field)
      ? readCount(fields.get(field), { path: ['contracts', field], least, most, reader })
      : otherwise;
  const { targets, longestMs, defaultMs } = contractLimits;
  return {
    mostTargets: countAt('most_targets', { least: 1, most: targets, otherwise: 20 }),
    plainNames: countAt('plain_names', { least: 0, most: 16, otherwise: 1 }),
    longestMs:
      MINUTE_MS *
      countAt('longest_minutes', {
        least: 1,
        most: longestMs / MINUTE_MS,
        otherwise: defaultMs / MINUTE_MS,
      }),
  };
}

function readSet(name: string, value: unknown, reader: DraftReader): readonly DraftSet[] {
  const path = ['sets', name];
  const word = reader.key(path, setForm);
  const fields = reader.fields(value, path, { required: ['area', 'commands'], optional: ['whole_root'] });
  const area = fields.has('area') ? reader.word(fields.get('area'), [...path, 'area'], areaForm) : null;
  const tools = fields.has('commands') ? reader.mapping(fields.get('commands'), [...path, 'commands']) : [];
  const commands = tools.flatMap(([tool, list]) => {
    const toolPath = [...path, 'commands', tool];
    const named = reader.words(list, toolPath, nameForm);
    return named.map((command) => ({ tool: keyWord(toolPath), command }));
  });
  const wholeRoot = fields.has('whole_root')
    ? reader.words(fields.get('whole_root'), [...path, 'whole_root'], nameForm)
    : [];
  return word && area ? [{ name, area: area.text as Area, commands, wholeRoot, path }] : [];
}

function keyWord(path: ValuePath): Word {
  return { text: String(path.at(-1)), path, isKey: true };
}

type PlaceEntry = DraftPlace & { readonly value: unknown; readonly path: ValuePath };

function readPlaces(value: unknown, field: string, reader: DraftReader): readonly PlaceEntry[] {
  return reader.mapping(value, [field]).flatMap(([mode, places]) =>
    reader.mapping(places, [field, mode]).flatMap(([place, row]) => {
      const path = [field, mode, place];
      const slash = place.indexOf('/');
      const subdirectory = slash < 0 ? null : place.slice(slash + 1);
      if (subdirectory !== null && !isComponent(subdirectory)) {
        const message = `\`${place.slice(0, slash)}/…\` needs one plain component after its slash`;
        reader.noteKey(path, {
          rule: 'wrong-value',
          message,
          remedy: 'rows name a root or a root/directory, and have no wildcards',
        });
        return [];
      }
      const root = { ...keyWord(path), text: slash < 0 ? place : place.slice(0, slash) };
      return [{ mode: keyWord([field, mode]), root, subdirectory, value: row, path }];
    }),
  );
}

/** A wildcard in a row would be taken literally, and what it was meant to hide or deny would be open. */
function isComponent(text: string): boolean {
  return !/[/*?]/.test(text) && findSegmentFault(text) === null;
}

function readVisibility({ value, ...place }: PlaceEntry, reader: DraftReader): DraftVisibility {
  if (value === 'always' || value === 'never') return { ...place, answer: value };
  const conditions = Array.isArray(value) ? reader.words(value, place.path, anyForm) : [];
  if (conditions.length > 0) return { ...place, answer: conditions };
  const remedy = 'write always, never, or conditions in brackets';
  const message = `\`${place.root.text}\` needs \`always\`, \`never\` or a list of conditions`;
  reader.noteValue(place.path, { rule: 'wrong-value', message, remedy });
  // INVARIANT (deny by default): an unreadable row shows nothing.
  return { ...place, answer: 'never' };
}

function readOperations(
  { value, path: placePath, ...place }: PlaceEntry,
  reader: DraftReader,
): readonly DraftOperation[] {
  const rows = reader.list(value, placePath);
  if (Array.isArray(value) && rows.length === 0) {
    const message = `\`${place.root.text}\` has no rows`;
    const remedy = 'add `- allow: …`, or remove the place';
    reader.noteKey(placePath, { rule: 'missing', message, remedy });
  }
  return rows.map((row, index) => {
    const path = [...placePath, index];
    const isAsked = typeof row === 'object' && row !== null && 'ask' in row;
    // A row either grants or asks. With both, readers could take it for the more permissive one.
    const verb = isAsked ? 'ask' : 'allow';
    const fields = reader.fields(row, path, { required: [verb], optional: ['when'] });
    const wordsAt = (field: string): readonly Word[] =>
      fields.has(field) ? reader.words(fields.get(field), [...path, field], anyForm) : [];
    return { ...place, index, path, allow: wordsAt(verb), isAsked, when: wordsAt('when') };
  });
}

function readAccepted(value: unknown, reader: DraftReader): readonly DraftAccepted[] {
  return reader.list(value, ['accepted']).flatMap((item, index) => {
    const path = ['accepted', index];
    const fields = reader.fields(item, path, { required: ['accept', 'because'] });
    if (!fields.has('accept') || !fields.has('because')) return [];
    const finding = reader.word(fields.get('accept'), [...path, 'accept'], anyForm);
    const because = reader.word(fields.get('because'), [...path, 'because'], anyForm);
    return finding && because ? [{ finding, because: because.text }] : [];
  });
}
