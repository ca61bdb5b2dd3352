/**
 * Maps the tools of a server to the commands of a policy, as data: which arguments are places, and which are
 * forwarded.
 */
import { readTextSource } from '../../../engine/index.ts';
import {
  fields,
  flag,
  listOf,
  mappingOf,
  PenumbraError,
  satisfying,
  textLike,
  textUpTo,
} from '../../../kernel/index.ts';
import { readYaml } from '../../../kernel/yaml.ts';

/** The mappings that ship, by name, in the format of a file. Tools that are not listed are not offered. */
const shippedMappings = Object.freeze({
  filesystem: String.raw`# The reference filesystem server, @modelcontextprotocol/server-filesystem.
server: filesystem
tools:
  read_file: { places: [{ argument: path, as: file read }], passes: [head, tail] }
  read_text_file: { places: [{ argument: path, as: file read }], passes: [head, tail] }
  read_media_file: { places: [{ argument: path, as: file read }] }
  read_multiple_files: { places: [{ argument: paths, as: file read }] }
  write_file: { places: [{ argument: path, as: file write }], passes: [content] }
  edit_file: { places: [{ argument: path, as: file edit }], passes: [edits, dryRun] }
  create_directory: { places: [{ argument: path, as: file write }] }
  # What is moved is gone from where it was.
  move_file:
    places:
      - { argument: source, as: file rename }
      - { argument: source, as: file delete }
      - { argument: destination, as: file write }
  get_file_info: { places: [{ argument: path, as: file list }] }
  # Of listings only the lines are shown that name what is visible; sums at the end would count the rest.
  list_directory:
    places: [{ argument: path, as: file list }]
    lines: '^\[(?:FILE|DIR)\] (?<entry>.+)$'
  list_directory_with_sizes:
    places: [{ argument: path, as: file list }]
    passes: [sortBy]
    lines: '^\[(?:DIR\] (?<entry>.*?\S) *|FILE\] (?<entry>.*?\S) +[\d.]+ [KMGT]?B)$'
  directory_tree:
    places: [{ argument: path, as: dir tree }]
    passes: [excludePatterns]
    tree: true
  search_files:
    places: [{ argument: path, as: file list }]
    passes: [pattern, excludePatterns]
    lines: '^(?<path>/.+)$'
`,
  git: `# The reference git server, mcp-server-git. It tells of all that a repository holds, so nothing of the root may be hidden but
# git's own directory; a commit takes all that is staged, so nothing may be protected. What has no command in policies
# (branches, checkout, reset) is not offered.
server: git
tools:
  git_status: { places: [{ argument: repo_path, as: git status }], whole: true }
  git_diff_unstaged: { places: [{ argument: repo_path, as: git diff }], passes: [context_lines], whole: true }
  git_diff_staged: { places: [{ argument: repo_path, as: git diff }], passes: [context_lines], whole: true }
  git_diff: { places: [{ argument: repo_path, as: git diff }], passes: [context_lines], names: [target], whole: true }
  git_log: { places: [{ argument: repo_path, as: git log }], passes: [max_count], names: [start_timestamp, end_timestamp], whole: true }
  git_show: { places: [{ argument: repo_path, as: git show }], names: [revision], whole: true }
  git_add:
    places:
      - { argument: repo_path, as: git add }
      - { argument: files, as: git add, from: repo_path, file: true }
    whole: true
  git_commit: { places: [{ argument: repo_path, as: git commit }], passes: [message], whole: true, unprotected: true }
`,
});

/** An argument that is a place, or a list of places, and the command that must be granted there. */
export type MappedPlace = {
  readonly argument: string;
  readonly as: string;
  /** The argument it is relative to, if not to the server's directory. */
  readonly from?: string;
  /** The place used if the argument is omitted; without it, the argument is required. */
  readonly default?: string;
  /**
   * Whether it must be a single file: for a directory, or a pattern to git, only the name itself would be
   * decided.
   */
  readonly isFile: boolean;
};

/**
 * Which part of an answer is shown: lines that name something visible to the call, or a tree without its
 * invisible parts.
 */
export type ShownPart = { readonly lines: RegExp } | { readonly tree: true };

/** A tool of a server. */
export type MappedTool = {
  /** The places a call names; the first is the place of the call. */
  readonly places: readonly MappedPlace[];
  /** Arguments that are forwarded unchanged. */
  readonly passes: readonly string[];
  /** Arguments that are forwarded if they are plain names without a leading dash. */
  readonly names: readonly string[];
  /** Arguments that are forwarded if they are patterns of names below the place that lead nowhere else. */
  readonly patterns: readonly string[];
  readonly shows: ShownPart | null;
  /** Whether its answer covers everything there, so that nothing in the root may be hidden. */
  readonly needsWholeRoot: boolean;
  /** Whether it changes things that no argument names, so that nothing in the root may be protected. */
  readonly needsUnprotectedRoot: boolean;
};

/** A mapping that was read. */
export type ToolMapping = { readonly name: string; readonly tools: ReadonlyMap<string, MappedTool> };

const MAPPING_BYTES = 256 * 1024;
const KNOWN = Object.keys(shippedMappings).join(', ');
const HINT = `name a mapping file, or one that ships: ${KNOWN}`;

const name = textLike(/^[A-Za-z_][\w.-]{0,99}$/, 'a name of letters, digits, dashes, dots and underscores');
// Search options are arguments with a leading dash.
const argument = textLike(/^-?[A-Za-z_][\w.-]{0,99}$/, 'the name of an argument');
const pair = textLike(
  /^[A-Za-z][\w-]{0,63} [A-Za-z][\w-]{0,63}$/,
  'a tool and its command, as in `file read`',
);
const pattern = satisfying(
  (value) =>
    typeof value === 'string' &&
    value.length <= 500 &&
    /\(\?<(?:entry|path)>/.test(value) &&
    isPattern(value),
  'a regular expression with a group `entry` or `path`',
);
const toolShape = fields(
  {
    places: listOf(
      fields({ argument, as: pair, from: argument, default: textUpTo(200), file: flag }, ['argument', 'as']),
      8,
    ),
    passes: listOf(argument, 50),
    names: listOf(argument, 50),
    patterns: listOf(argument, 50),
    lines: pattern,
    tree: flag,
    whole: flag,
    unprotected: flag,
  },
  ['places'],
);
const mappingShape = fields({ server: textUpTo(100), tools: mappingOf(name, toolShape, 500) }, [
  'server',
  'tools',
]);

type WrittenTool = Partial<Pick<MappedTool, 'passes' | 'names' | 'patterns'>> & {
  readonly places: readonly (Omit<MappedPlace, 'isFile'> & { readonly file?: boolean })[];
  readonly lines?: string;
  readonly tree?: boolean;
  readonly whole?: boolean;
  readonly unprotected?: boolean;
};
type Written = { readonly server: string; readonly tools: Readonly<Record<string, WrittenTool>> };

/** Reads a mapping that ships, or a file. */
export async function readToolMapping(source: string): Promise<ToolMapping> {
  const text = Object.hasOwn(shippedMappings, source)
    ? shippedMappings[source as keyof typeof shippedMappings]
    : (await readTextSource(source, { maxBytes: MAPPING_BYTES, hint: HINT })).text;
  return parseToolMapping(text, source);
}

/** Parses the text of a mapping; a misspelling is an error with line and column. */
export function parseToolMapping(text: string, source: string): ToolMapping {
  const read = readYaml(text);
  if ('fault' in read) throw unfit(source, read, read.fault);
  const [misfit] = mappingShape(read.value, 'the mapping');
  if (misfit !== undefined) throw unfit(source, read.keyAt(misfit.path), misfit.message);
  const { server, tools } = read.value as Written;
  for (const [tool, { places }] of Object.entries(tools))
    if (places.length === 0) throw unfit(source, read.keyAt(['tools', tool]), `\`${tool}\` has no place`);
  return {
    name: server,
    tools: new Map(Object.entries(tools).map(([tool, written]) => [tool, toolOf(written)])),
  };
}

function toolOf({
  places,
  passes = [],
  names = [],
  patterns = [],
  lines,
  tree,
  whole = false,
  unprotected = false,
}: WrittenTool): MappedTool {
  const shows = lines !== undefined ? { lines: new RegExp(lines, 'u') } : tree === true ? { tree } : null;
  return {
    ...{ passes, names, patterns, shows },
    places: places.map(({ file, ...place }) => ({ ...place, isFile: file ?? ofOneFile.includes(place.as) })),
    needsWholeRoot: whole,
    needsUnprotectedRoot: unprotected,
  };
}

/** Commands that remove a name: everything below a directory would go with it, undecided. */
const ofOneFile = ['file rename', 'file delete'];

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== '';
  } catch {
    return false;
  }
}

function unfit(
  source: string,
  { line, column }: { readonly line: number; readonly column: number },
  message: string,
): PenumbraError {
  return new PenumbraError('invalid-configuration', `${source}:${line}:${column}: ${message}`, {
    hint: HINT,
  });
}

/** A tool as a server describes it. */
export type UpstreamTool = { readonly name: string; readonly [field: string]: unknown };

/** A tool's answer, as sent by the server. */
export type UpstreamResult = { readonly content: readonly unknown[]; readonly isError: boolean };

/** A started server. */
export type Upstream = {
  /** Lists the tools, up to a limit. */
  list(): Promise<readonly UpstreamTool[]>;
  call(name: string, given: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<UpstreamResult>;
  close(): Promise<void>;
};
