/**
 * Exposes the tools of a server as commands of one own tool: their arguments, and what is forwarded when a
 * call is granted.
 */
import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SecretScanner } from '../../../context/index.ts';
import { pathWithin } from '../../../engine/index.ts';
import type { Area } from '../../../guard/index.ts';
import {
  fields,
  isRecord,
  listOf,
  type Shape,
  satisfying,
  shownAs,
  textUpTo,
} from '../../../kernel/index.ts';
import { type CommandCall, type DefinedTool, defineTool, type ToolRequest } from '../../../tools/index.ts';
import { showResult } from './show-result.ts';
import type { MappedPlace, MappedTool, ToolMapping, Upstream } from './tool-mapping.ts';

/** What the tool works with. */
export type Proxying = {
  readonly mapping: ToolMapping;
  readonly roots: readonly ProxyRoot[];
  readonly scanner: SecretScanner;
  /** What a command of the policy does; null if the policy has no such command. */
  readonly areaOf: (pair: string) => Area | null;
  /** Returns whether the session can see a path of the host. */
  readonly sees: (path: string) => boolean;
  /** Returns whether nothing in the root of an address is hidden. */
  readonly isWhole: (address: string) => boolean;
  /** Returns whether nothing below an address is protected without the gate knowing. */
  readonly isUnprotected: (address: string) => boolean;
  readonly call: Upstream['call'];
  readonly callsPerMinute: number;
};

/** A call of an offered tool. */
export type ProxiedCall = {
  readonly name: string;
  readonly mapped: MappedTool;
  readonly given: unknown;
  /** The directory against which relative paths are resolved. */
  readonly base: string;
  readonly roots: readonly ProxyRoot[];
};

/** The own tool whose commands are the tools of a server; the policy uses the names in the mapping. */
const TOOL = 'proxied';
const MOST_PLACES = 200;
const LONGEST = 8 * 1024;
const MOST_AT_ONCE = 16;
const MINUTE_MS = 60_000;

type Arguments = { readonly tool: string; readonly given: Readonly<Record<string, unknown>> } & Readonly<
  Record<string, unknown>
>;

/** Makes the tool, and the policy's names for its commands. */
export function proxiedTool(proxying: Proxying): {
  readonly tool: DefinedTool;
  readonly names: ReadonlyMap<string, string>;
} {
  const { mapping, areaOf } = proxying;
  const all = [...mapping.tools.values()].flatMap(({ places }) => places);
  const further = [...new Set(all.map(({ as }) => as))];
  const own = [...new Set([...mapping.tools.values()].flatMap(({ places }) => places[0]?.as ?? []))];
  const shape = argumentShape(mapping, further);
  const admit = createGate(proxying.callsPerMinute);
  const commands = own.map((pair) => {
    const readOnly = areaOf(pair) === 'READ' || areaOf(pair) === null;
    return [
      keyOf(pair),
      {
        description: `Passes on what a policy calls ${pair}.`,
        annotations: { readOnly },
        arguments: shape,
        places: Object.fromEntries(further.map((as) => [fieldOf(as), { as, requireExists: false }])),
        requireExists: false,
        run: (call: CommandCall<unknown>) =>
          admit(() => passOn(call as CommandCall<Arguments>, proxying), call),
      },
    ] as const;
  });
  return {
    tool: defineTool({
      name: TOOL,
      description: `The tools of the server ${mapping.name}.`,
      commands: Object.fromEntries(commands),
    }),
    names: new Map(own.map((pair) => [pair, `${TOOL} ${keyOf(pair)}`])),
  };
}

/**
 * Returns the request to the policy for a call; if the arguments do not fit, the answer says how to write
 * them.
 */
export function proxiedRequest({ name, mapped, given, base, roots }: ProxiedCall): ToolRequest {
  const values = isRecord(given) ? given : {};
  const [first, ...others] = placesIn(mapped, values).map(({ as, from, text }) => {
    const near = from === undefined ? undefined : values[from];
    return {
      as,
      address: addressOf(text, typeof near === 'string' ? nearPath(near, base, roots) : base, roots),
    };
  });
  const groups = Map.groupBy(others, ({ as }) => fieldOf(as));
  const [tool = '', command = ''] = (mapped.places[0]?.as ?? '').split(' ');
  return {
    ...{ tool, command, address: first?.address ?? `root:${roots[0]?.key}` },
    arguments: {
      ...Object.fromEntries(
        [...groups].map(([field, places]) => [field, places.map(({ address }) => address)]),
      ),
      ...{ tool: name, given: isRecord(given) || given === undefined ? values : null },
    },
  };
}

function nearPath(text: string, base: string, roots: readonly ProxyRoot[]): string {
  const isKnown = roots.some(({ key }) => text === `root:${key}` || text.startsWith(`root:${key}/`));
  return isKnown ? pathOf(text, roots) : text.includes('\0') ? base : resolve(base, text);
}

async function passOn(
  { place, places, arguments: { tool, given }, signal, refuse }: CommandCall<Arguments>,
  { mapping, roots, scanner, sees, isWhole, isUnprotected, call }: Proxying,
): Promise<unknown> {
  const mapped = mapping.tools.get(tool);
  if (mapped === undefined) return refuse('there is no such tool');
  if (mapped.needsWholeRoot && !isWhole(place.address))
    return refuse('this tool tells of all that the repository holds, and a part of it is hidden here');
  if (mapped.needsUnprotectedRoot && !isUnprotected(place.address))
    return refuse('this tool changes what no argument names, and some files here need a person');
  const left = new Map(Object.entries(places).map(([field, handles]) => [field, [...handles]]));
  // INVARIANT (what was decided is what is passed on): a path is written from the place that was granted.
  const decided = placesIn(mapped, given).map((one, index) => {
    const handle = index === 0 ? place : left.get(fieldOf(one.as))?.shift();
    if (handle === undefined) throw new Error('every place of a call was decided');
    return { ...one, path: pathOf(handle.address, roots) };
  });
  if (decided.some(({ isFile, path }) => isFile && isDirectory(path)))
    return refuse('this is a directory, and what is in it would not be decided: name its files');
  const passed = new Map(Object.entries(given));
  for (const { argument, isListed } of decided) if (isListed) passed.set(argument, []);
  for (const { argument, isListed, path } of decided) {
    const before = passed.get(argument);
    passed.set(argument, isListed ? [...(before as readonly string[]), path] : path);
  }
  const result = await call(tool, Object.fromEntries(passed), signal);
  const at = pathOf(place.address, roots);
  const shown = showResult(result, { shows: mapped.shows, scanner, place: at, sees });
  return 'refused' in shown ? refuse(shown.refused) : shown.told;
}

type PlaceIn = MappedPlace & { readonly text: string; readonly isListed: boolean };

/** Returns the places that arguments name, in the order of the mapping. */
function placesIn({ places }: MappedTool, given: Readonly<Record<string, unknown>>): readonly PlaceIn[] {
  return places.flatMap((place): readonly PlaceIn[] => {
    const value = (Object.hasOwn(given, place.argument) ? given[place.argument] : null) ?? place.default;
    if (typeof value === 'string') return [{ ...place, text: value, isListed: false }];
    const texts = Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
    return texts.map((text: string) => ({ ...place, text, isListed: true }));
  });
}

/** The shape of a call's arguments; a misfit is reported with its remedy. */
function argumentShape(mapping: ToolMapping, further: readonly string[]): Shape {
  const given = satisfying(isRecord, 'a mapping', { type: 'object' });
  const lists = further.map((as) => [fieldOf(as), listOf(textUpTo(LONGEST), MOST_PLACES)] as const);
  const shape = fields({ tool: textUpTo(200), given, ...Object.fromEntries(lists) }, ['tool', 'given']);
  return shownAs((value, whole, path = []) => {
    const misfits = shape(value, whole, path);
    if (misfits.length > 0)
      return misfits.map((one) => ({ ...one, remedy: 'write the arguments as a mapping' }));
    const { tool, given: values } = value as Arguments;
    const remedy = remedyFor(mapping.tools.get(tool), values);
    return remedy === null ? [] : [{ path, problem: 'wrong-value', message: remedy, remedy }];
  }, shape.schema);
}

function remedyFor(mapped: MappedTool | undefined, given: Readonly<Record<string, unknown>>): string | null {
  if (mapped === undefined) return 'name a tool that is listed';
  const { places, names, patterns } = mapped;
  const known = argumentsOf(mapped);
  if (Object.keys(given).some((name) => !known.includes(name)))
    return `the arguments are ${known.join(', ')}`;
  for (const { argument, default: usual } of places)
    if (!isPlace(given[argument] ?? usual))
      return `write \`${argument}\` as a path, or as a list of at most ${MOST_PLACES} paths where it takes one`;
  const isPattern = ({ argument, from, isFile }: MappedPlace) =>
    from !== undefined && isFile && PATHSPEC.test(String(given[argument]));
  if (places.some(isPattern))
    return 'name files without `*`, `?`, `[` and backslashes, which git takes for patterns';
  for (const pattern of patterns)
    if (!isInner(given[pattern])) return `write \`${pattern}\` as a pattern of names below the place`;
  for (const name of names)
    if (!isName(given[name])) return `write \`${name}\` as a plain name, without a dash at its beginning`;
  return null;
}

function isPlace(value: unknown): boolean {
  const isPath = (one: unknown) =>
    typeof one === 'string' && one !== '' && one.length <= LONGEST && one.isWellFormed();
  return (
    isPath(value) ||
    (Array.isArray(value) && value.length > 0 && value.length <= MOST_PLACES && value.every(isPath))
  );
}

/** Characters git reads as a pattern of many files. */
const PATHSPEC = /[*?[\\]/;

/**
 * Parts of a pattern that could lead elsewhere: a root or home at the start, a step upwards, a backslash, and
 * alternatives that form one of these, such as those that are empty or start or end with a dot or slash.
 */
const LEADS_OUT = /^\s*[/~]|\.\.|\\|[{(,|[]\s*(?:[./~,|)}]|$)|\.\s*[,|)}\]]/u;

function isInner(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  const isShort = typeof value === 'string' && value.length <= LONGEST;
  return isShort && !LEADS_OUT.test(value) && value === value.trim() && value === value.normalize();
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isName(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && /^[^-\p{Cc}][^\p{Cc}]{0,499}$/u.test(value))
  );
}

/** The names of all arguments of a tool in its mapping. */
export function argumentsOf({ places, passes, names, patterns }: MappedTool): readonly string[] {
  return [...new Set([...places.map(({ argument }) => argument), ...passes, ...names, ...patterns])];
}

function keyOf(pair: string): string {
  return pair.replace(' ', '-');
}

function fieldOf(pair: string): string {
  return `at_${pair.replace(' ', '_').replaceAll('-', '_')}`;
}

/** Limits calls per minute and at once; a call over the limit is refused, and recorded. */
function createGate(callsPerMinute: number) {
  let times: readonly number[] = [];
  let underWay = 0;
  return async (work: () => Promise<unknown>, { refuse }: Pick<CommandCall, 'refuse'>): Promise<unknown> => {
    const now = performance.now();
    times = times.filter((time) => now - time < MINUTE_MS);
    if (times.length >= callsPerMinute)
      return refuse(`these are more than ${callsPerMinute} calls in a minute: wait`);
    if (underWay >= MOST_AT_ONCE)
      return refuse(`these are more than ${MOST_AT_ONCE} calls at once: wait for answers`);
    times = [...times, now];
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  };
}

/** A root and its directory, as named and as resolved. */
export type ProxyRoot = { readonly key: string; readonly directory: string; readonly named: string };

/** Returns the address of a path; a path outside every root is returned unchanged, and is not an address. */
export function addressOf(path: string, base: string, roots: readonly ProxyRoot[]): string {
  if (path.startsWith('root:')) return path;
  // A name cannot contain a NUL, and the gate says so.
  if (path.includes('\0')) return path;
  const place = resolve(base, path);
  const found = roots.flatMap(({ key, directory, named }) => {
    const within = pathWithin(directory, place) ?? pathWithin(named, place);
    return within === null ? [] : [{ key, within }];
  });
  // A root nested in another keeps its own key.
  const [nearest] = found.sort((left, right) => left.within.length - right.within.length);
  if (nearest === undefined) return path;
  return nearest.within === '' ? `root:${nearest.key}` : `root:${nearest.key}/${nearest.within}`;
}

/** Returns the path of a resolved address. */
function pathOf(address: string, roots: readonly ProxyRoot[]): string {
  const [, key = '', path = ''] = /^root:([^/]+)\/?(.*)$/s.exec(address) ?? [];
  const root = roots.find((one) => one.key === key);
  if (root === undefined) throw new Error('an address that was resolved lies in a root');
  return path === '' ? root.directory : `${root.directory}/${path}`;
}
