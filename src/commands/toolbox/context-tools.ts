/**
 * The tools that read recorded context about the files of the workspace, available where no policy decides
 * who may see what.
 */
import { fields, flag, listOf, oneOf, satisfying, textUpTo } from '../../kernel/index.ts';
import { type Found, LOOKS, type ProductTool, plainData, RECORDS, type ToolContext } from './product-tool.ts';

const LONGEST_PATH = 4 * 1024;
const MOST_FRAMES = 1_000;
const DEFAULT_FRAMES = 50;

const path = satisfying(
  (value) =>
    typeof value === 'string' && value !== '' && value.length <= LONGEST_PATH && !value.includes('\0'),
  'a path from the root of the workspace, as in `src/cart.ts`; `.` is the root',
  { type: 'string', minLength: 1, maxLength: LONGEST_PATH },
);
const names = listOf(textUpTo(200), 50);
const count = satisfying(
  (value) => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MOST_FRAMES,
  `a whole number up to ${MOST_FRAMES}`,
  { type: 'integer', minimum: 0, maximum: MOST_FRAMES },
);

type Workspaces = typeof import('../workspace/index.ts');
type Opened = Awaited<ReturnType<Workspaces['openWorkspace']>>;

const getTool: ProductTool = {
  name: 'get',
  description:
    'Returns a file or directory with what is recorded about it. Records that can be made of a file, as `outline`, are made when their type is asked for.',
  shape: fields({ path, types: names, max_frames: count }, ['path']),
  annotations: RECORDS,
  async run(given, context) {
    const {
      path: wanted,
      types,
      max_frames: maxFrames = DEFAULT_FRAMES,
    } = given as {
      readonly path: string;
      readonly types?: readonly string[];
      readonly max_frames?: number;
    };
    const view = { maxFrames, ...(types !== undefined && { type: types }) };
    const { mayProduce } = await import('../workspace/index.ts');
    return inWorkspace(context, { toRead: !mayProduce(view) }, async (workspace, { showNode }) => ({
      code: 'MCP-CTX-S-001',
      data: plainData(await showNode(workspace, wanted, view)) as Found['data'],
    }));
  },
};

const listTool: ProductTool = {
  name: 'list',
  description: 'Lists the records that stand at a file or directory, or below it, without what they say.',
  shape: fields({ path, types: names, recursive: flag }, ['path']),
  annotations: LOOKS,
  async run({ path: wanted, types = [], recursive = false }, context) {
    return inWorkspace(context, { toRead: true }, async (workspace, { showFrames }) => {
      const listed = await showFrames(workspace, {
        path: String(wanted),
        types: types as readonly string[],
        isRecursive: recursive === true,
      });
      return { code: 'MCP-CTX-S-008', data: plainData(listed) as Found['data'] };
    });
  },
};

const composeTool: ProductTool = {
  name: 'compose',
  description:
    'Gathers the records that matter for a path from several places into one ordered list that fits the bounds.',
  shape: fields(
    {
      path,
      sources: listOf(oneOf(['node', 'parent', 'ancestors', 'siblings', 'children']), 5),
      query: textUpTo(1_000),
      types: names,
      max_frames: count,
      max_tokens: satisfying(
        (value) => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 1_000_000,
        'a whole number up to 1000000',
        { type: 'integer', minimum: 0, maximum: 1_000_000 },
      ),
      fresh_only: flag,
    },
    ['path'],
  ),
  annotations: LOOKS,
  async run(given, context) {
    const { sources, query, types, fresh_only, ...bounds } = given as {
      readonly path: string;
      readonly sources?: readonly ('node' | 'parent' | 'ancestors' | 'siblings' | 'children')[];
      readonly query?: string;
      readonly types?: readonly string[];
      readonly max_frames?: number;
      readonly max_tokens?: number;
      readonly fresh_only?: boolean;
    };
    return inWorkspace(context, { toRead: true }, async (workspace, { requireTypes, showComposition }) => {
      requireTypes(workspace, types ?? []);
      const composed = await showComposition(workspace, {
        path: bounds.path,
        sources,
        query,
        include: { types },
        freshOnly: fresh_only,
        maxFrames: bounds.max_frames ?? DEFAULT_FRAMES,
        maxTokens: bounds.max_tokens,
      });
      return { code: 'MCP-CTX-S-002', data: plainData(composed) as Found['data'] };
    });
  },
};

const explainTool: ProductTool = {
  name: 'explain',
  description:
    'Shows what a record rests on, down to the bytes of files, and what rests on it: the id of a record as reports show it, or a path.',
  shape: fields({ what: path }, ['what']),
  annotations: LOOKS,
  async run({ what }, context) {
    return inWorkspace(context, { toRead: true }, async (workspace, { showExplanation }) => ({
      code: 'MCP-CTX-S-004',
      data: plainData(await showExplanation(workspace, String(what))) as Found['data'],
    }));
  },
};

/** The tools that read records. */
export const contextTools: readonly ProductTool[] = [getTool, listTool, composeTool, explainTool];

async function inWorkspace(
  { at, root }: ToolContext,
  { toRead }: { readonly toRead: boolean },
  work: (workspace: Opened, engine: Workspaces) => Promise<Found>,
): Promise<Found> {
  const engine = await import('../workspace/index.ts');
  const { workspace: _, ...options } = at;
  const workspace = await engine.openWorkspace({ ...options, root, toRead });
  try {
    if (toRead) await workspace.look({});
    return await work(workspace, engine);
  } finally {
    await workspace.close();
  }
}
