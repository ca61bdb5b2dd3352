/**
 * The registry of reply codes, `LAYER-AREA-TYPE-NNN`: one sentence each, added and never renamed.
 * INVARIANT (only EN denies): no code of type D exists outside layer EN, and EN has none of type I.
 */
import { assertInvariant } from './invariant.ts';
import type { ReplyLayer, ReplyType } from './reply.ts';

type ReplyCodeEntry = {
  readonly means: string;
  /** Data fields that carry text from inside a root, where a root's real path is replaced instead of refused. */
  readonly contentFields?: readonly string[];
};

/** Reply codes by name, with what each means. */
export type ReplyCodeTable = Readonly<Record<string, ReplyCodeEntry>>;

const CODE = /^(WA|EN|CT|MCP|ST|CX|OR|LN|PL|RC)-([A-Z]+)-([SIDE])-([0-9]{3})$/;

/** Checks a table of reply codes against the rules of the registry and returns it. */
export function defineReplyCodes<const Table extends ReplyCodeTable>(table: Table): Table {
  for (const [code, entry] of Object.entries(table)) {
    const { layer, type } = splitReplyCode(code);
    assertInvariant(type !== 'D' || layer === 'EN', `only EN may deny, and \`${code}\` is a denial`);
    assertInvariant(type !== 'I' || layer !== 'EN', `EN never faults input, and \`${code}\` does`);
    assertInvariant(
      /^[A-Z][^.]*\.$/.test(entry.means),
      `\`${code}\` needs one sentence that says what it means`,
    );
  }
  return table;
}

/** Every registered reply code. */
export const replyCodes = defineReplyCodes({
  'WA-SYS-I-001': { means: 'No mode is set for this session.' },
  'WA-RES-S-001': { means: 'The address was resolved.' },
  'WA-RES-I-001': { means: 'The address cannot be resolved.' },
  'WA-RES-I-003': { means: 'Nothing is visible at this address.' },
  'WA-RES-I-004': { means: 'Nothing exists at this address.' },
  'EN-GATE-D-001': { means: 'The policy does not know this tool and command.' },
  'EN-OPEN-D-002': { means: 'The open contract does not cover this operation here.' },
  'EN-READ-S-001': { means: 'Reading is granted.' },
  'EN-READ-D-001': { means: 'The policy grants no reading here.' },
  'EN-WRITE-S-001': { means: 'Writing is granted.' },
  'EN-WRITE-D-001': { means: 'The policy grants no writing here.' },
  'EN-WRITE-D-002': { means: 'Writing here needs an open contract.' },
  'EN-WRITE-D-003': { means: 'A condition for writing here is not met.' },
  'EN-DELETE-S-001': { means: 'Deleting is granted.' },
  'EN-DELETE-D-001': { means: 'The policy grants no deleting here.' },
  'EN-DELETE-D-002': { means: 'Deleting here needs an open contract.' },
  'EN-DELETE-D-003': { means: 'A condition for deleting here is not met.' },
  'EN-GIT-S-001': { means: 'The git operation is granted.' },
  'EN-GIT-D-001': { means: 'The policy grants no such git operation here.' },
  'EN-GIT-D-002': { means: 'This git operation needs an open contract.' },
  'EN-GIT-D-003': { means: 'A condition for this git operation is not met.' },
  'EN-EXEC-S-001': { means: 'Running the command is granted.' },
  'EN-EXEC-D-001': { means: 'The policy grants no running of commands here.' },
  'EN-EXEC-D-002': { means: 'Running commands here needs an open contract.' },
  'EN-EXEC-D-003': { means: 'A condition for running this command is not met.' },
  'MCP-CALL-I-001': { means: 'The call or its arguments do not fit.' },
  'MCP-CALL-I-002': { means: 'No tool here carries out this command.' },
  'MCP-CALL-E-001': { means: 'The tool failed.' },
  'MCP-FILE-S-001': { means: 'The file was read.', contentFields: ['text'] },
  'MCP-FILE-S-002': { means: 'The directory was listed.' },
  'MCP-FILE-I-001': { means: 'There is no regular file at this address.' },
  'MCP-FILE-I-002': { means: 'There is no directory at this address.' },
  'MCP-FILE-E-001': { means: 'The file or directory cannot be read.' },
  'MCP-GIT-S-001': { means: 'The history was read.' },
  'MCP-GIT-S-002': { means: 'What differs from the last commit was listed.' },
  'MCP-GIT-I-001': { means: 'Git cannot tell anything at this address.' },
  'MCP-FIND-S-001': { means: 'The visible files were searched.', contentFields: ['hits'] },
  'MCP-CTX-S-001': { means: 'The context was read.' },
  'MCP-CTX-I-001': { means: 'There is no such context at this address.' },
});

/** A registered reply code. */
export type ReplyCode = keyof typeof replyCodes;

/** Those of some reply codes that are of one type. */
export type ReplyCodeOf<Type extends ReplyType, Code = ReplyCode> = Extract<
  Code,
  `${string}-${string}-${Type}-${string}`
>;

/** Returns the parts of a reply code. */
export function splitReplyCode(code: string): { layer: ReplyLayer; area: string; type: ReplyType } {
  const parts = CODE.exec(code);
  assertInvariant(parts, `\`${code}\` is not a reply code (LAYER-AREA-TYPE-NNN)`);
  const [, layer, area, type] = parts as unknown as [string, ReplyLayer, string, ReplyType];
  return { layer, area, type };
}
