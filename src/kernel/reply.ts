/**
 * Replies, the outcome type for everything an agent or caller can encounter: S success, I invalid input, D
 * denied by policy, E system error. Field names match the wire format.
 */
import { assertInvariant } from './penumbra-error.ts';

/** The type of an outcome. */
export type ReplyType = 'S' | 'I' | 'D' | 'E';

/** The part of the system an outcome comes from. */
export type ReplyLayer = 'WA' | 'EN' | 'CT' | 'MCP' | 'ST' | 'CX' | 'OR' | 'LN' | 'PL' | 'RC';

/** A value allowed in a reply. */
export type ReplyValue =
  | null
  | boolean
  | number
  | string
  | readonly ReplyValue[]
  | { readonly [key: string]: ReplyValue };

/** Identifies the call of an outcome. */
export type ReplyTrace = { readonly trace_id: string; readonly session_id: string };

/** An outcome; deeply frozen and free of host paths. */
export type Reply = {
  readonly type: ReplyType;
  readonly code: string;
  readonly message: string;
  readonly data: { readonly [key: string]: ReplyValue };
  readonly trace: ReplyTrace;
  readonly meta: {
    readonly layer: ReplyLayer;
    readonly tool?: string;
    readonly policy?: string;
    readonly contract_id?: string;
  };
};

type ReplyCodeEntry = {
  readonly means: string;
  /**
   * Data fields with content from inside a root, which is returned unchanged so that it can be written back.
   */
  readonly contentFields?: readonly string[];
  /** Data fields with output of programs, in which real paths are replaced instead of rejected. */
  readonly printedFields?: readonly string[];
};

/**
 * Reply codes with their meanings. INVARIANT (only EN denies): codes of type D exist only in layer EN, which
 * has none of type I.
 */
export type ReplyCodeTable = Readonly<Record<string, ReplyCodeEntry>>;

const CODE = /^(WA|EN|CT|MCP|ST|CX|OR|LN|PL|RC)-([A-Z]+)-([SIDE])-([0-9]{3})$/;

/** Validates a table of reply codes and returns it. */
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
  'EN-WRITE-D-004': { means: 'Writing here needs the word of a person.' },
  'EN-DELETE-S-001': { means: 'Deleting is granted.' },
  'EN-DELETE-D-001': { means: 'The policy grants no deleting here.' },
  'EN-DELETE-D-002': { means: 'Deleting here needs an open contract.' },
  'EN-DELETE-D-003': { means: 'A condition for deleting here is not met.' },
  'EN-DELETE-D-004': { means: 'Deleting here needs the word of a person.' },
  'EN-GIT-S-001': { means: 'The git operation is granted.' },
  'EN-GIT-D-001': { means: 'The policy grants no such git operation here.' },
  'EN-GIT-D-002': { means: 'This git operation needs an open contract.' },
  'EN-GIT-D-003': { means: 'A condition for this git operation is not met.' },
  'EN-GIT-D-004': { means: 'This git operation needs the word of a person.' },
  'EN-EXEC-S-001': { means: 'Running the command is granted.' },
  'EN-EXEC-D-001': { means: 'The policy grants no running of commands here.' },
  'EN-EXEC-D-002': { means: 'Running commands here needs an open contract.' },
  'EN-EXEC-D-003': { means: 'A condition for running this command is not met.' },
  'EN-EXEC-D-004': { means: 'Running this command needs the word of a person.' },
  'CT-OPEN-S-001': { means: 'The contract is open.' },
  'CT-OPEN-I-001': { means: 'The contract does not fit.' },
  'CT-OPEN-I-002': { means: 'A contract is open already.' },
  'CT-OPEN-I-003': {
    means: 'The contract reaches further than an agent’s own may, and needs the word of a person.',
  },
  'CT-CLOSE-S-001': { means: 'The contract was closed and what was done compared with what was declared.' },
  'CT-CLOSE-I-001': { means: 'No contract is open.' },
  'CT-CANCEL-S-001': { means: 'The contract was cancelled.' },
  'CT-STATUS-S-001': { means: 'The state of the contract was told.' },
  'CT-LIST-S-001': { means: 'The contracts of this session were listed.' },
  'CT-STORE-I-001': { means: 'No contracts are kept for this session.' },
  'CT-STORE-E-001': { means: 'The contracts cannot be read or written.' },
  'MCP-CALL-I-001': { means: 'The call or its arguments do not fit.' },
  'MCP-CALL-I-002': { means: 'No tool here carries out this command.' },
  'MCP-CALL-E-001': { means: 'The tool failed.' },
  'MCP-CALL-E-002': { means: 'Too many calls are waiting.' },
  'MCP-AUDIT-E-001': { means: 'The audit log cannot be written, so nothing was done.' },
  'MCP-OWN-S-001': { means: 'The tool answered.', printedFields: ['result'] },
  'MCP-OWN-I-001': { means: 'The tool does not do this.', printedFields: ['reason'] },
  'MCP-FILE-S-001': { means: 'The file was read.', contentFields: ['text', 'base64'] },
  'MCP-FILE-S-002': { means: 'The directory was listed.' },
  'MCP-FILE-S-003': { means: 'The file was written.' },
  'MCP-FILE-S-004': { means: 'The file was edited.' },
  'MCP-FILE-S-005': { means: 'The file was renamed.' },
  'MCP-FILE-S-006': { means: 'The file was deleted.' },
  'MCP-FILE-S-007': { means: 'The patch was applied.' },
  'MCP-FILE-S-008': { means: 'The directory was removed.' },
  'MCP-FILE-I-001': { means: 'There is no regular file at this address.' },
  'MCP-FILE-I-002': { means: 'There is no directory at this address.' },
  'MCP-FILE-I-003': { means: 'Something is at this address already.' },
  'MCP-FILE-I-004': { means: 'The file is not what the change expects.' },
  'MCP-FILE-I-005': { means: 'The text to replace is not in the file exactly once.' },
  'MCP-FILE-I-006': { means: 'The patch does not apply.' },
  'MCP-FILE-I-007': { means: 'The file cannot be changed in place.' },
  'MCP-FILE-E-001': { means: 'The file or directory cannot be read.' },
  'MCP-FILE-E-002': { means: 'The file or directory cannot be changed.' },
  'MCP-DIR-S-001': { means: 'The home of this session was told.' },
  'MCP-DIR-S-002': { means: 'The home of this session was changed.' },
  'MCP-DIR-S-003': { means: 'The directory was listed.' },
  'MCP-DIR-S-004': { means: 'The directory was drawn with all below it.' },
  'MCP-DIR-I-001': { means: 'A home is a root.' },
  'MCP-GIT-S-001': { means: 'The history was read.', contentFields: ['log'] },
  'MCP-GIT-S-002': { means: 'What differs from the last commit was listed.' },
  'MCP-GIT-S-003': { means: 'The differences were read.', contentFields: ['text'] },
  'MCP-GIT-S-004': { means: 'The origin of the lines was read.', contentFields: ['lines'] },
  'MCP-GIT-S-005': { means: 'The commit was read.', contentFields: ['author', 'subject', 'text'] },
  'MCP-GIT-S-006': { means: 'The changes were staged.' },
  'MCP-GIT-S-007': { means: 'The commit was made.' },
  'MCP-GIT-S-008': { means: 'The commits were pushed.' },
  'MCP-GIT-S-009': { means: 'The commits were pulled.' },
  'MCP-GIT-I-001': { means: 'Git cannot tell anything at this address.' },
  'MCP-GIT-I-002': { means: 'There is no such commit here.' },
  'MCP-GIT-I-003': { means: 'The repository sets what cannot be passed over safely.' },
  'MCP-GIT-I-004': { means: 'There is nothing to do.' },
  'MCP-GIT-I-005': { means: 'The other repository cannot be reached or does not fit.' },
  'MCP-GIT-I-006': { means: 'Something in the repository would lead git out of it.' },
  'MCP-GIT-E-001': { means: 'Git failed.' },
  'MCP-FIND-S-001': { means: 'The visible files were searched.', contentFields: ['hits'] },
  'MCP-FIND-S-002': { means: 'The symbols of the visible files were searched.', contentFields: ['hits'] },
  'MCP-CTX-S-001': { means: 'The context was read.', contentFields: ['frames'] },
  'MCP-CTX-S-002': { means: 'The context was composed.', contentFields: ['frames'] },
  'MCP-CTX-S-003': { means: 'The history of the context was read.', contentFields: ['frames'] },
  'MCP-CTX-S-004': { means: 'The context was explained.', printedFields: ['inputs'] },
  'MCP-CTX-S-005': { means: 'The context was written.' },
  'MCP-CTX-S-006': { means: 'The context was synthesized.' },
  'MCP-CTX-S-007': { means: 'The context was regenerated.' },
  'MCP-CTX-I-001': { means: 'There is no such context at this address.' },
  'MCP-CTX-I-002': { means: 'The context does not take this.' },
  'MCP-CTX-S-008': { means: 'The context was listed.' },
  'MCP-RUN-S-001': { means: 'The failing tests were investigated.', printedFields: ['report'] },
  'MCP-RUN-S-002': { means: 'The tests were run, and none of them failed.' },
  'MCP-RUN-S-003': { means: 'The runs were listed.' },
  'MCP-RUN-S-004': { means: 'The report was read.', printedFields: ['report'] },
  'MCP-RUN-S-005': { means: 'The run was made again from its record.', printedFields: ['differences'] },
  'MCP-RUN-I-001': {
    means: 'What the call names is not here or does not fit.',
    printedFields: ['reason', 'remedy'],
  },
  'MCP-RUN-E-001': { means: 'The work could not be done.' },
  'MCP-RUN-E-002': { means: 'The work was stopped and can be taken up again.' },
  'MCP-EXEC-S-001': { means: 'The program ran.', printedFields: ['stdout', 'stderr'] },
  'MCP-EXEC-I-001': { means: 'The command line is none that can be run.' },
  'MCP-EXEC-I-002': { means: 'What the command line names is not here, or has changed.' },
  'MCP-EXEC-E-001': { means: 'The program could not be run.' },
  'MCP-EXEC-E-002': { means: 'The policy requires a sandbox, and this machine has none.' },
});

/** A registered reply code. */
export type ReplyCode = keyof typeof replyCodes;

/** The codes of a given type. */
export type ReplyCodeOf<Type extends ReplyType, Code = ReplyCode> = Extract<
  Code,
  `${string}-${string}-${Type}-${string}`
>;

/** Splits a reply code into its parts. */
export function splitReplyCode(code: string): { layer: ReplyLayer; area: string; type: ReplyType } {
  const parts = CODE.exec(code);
  assertInvariant(parts, `\`${code}\` is not a reply code (LAYER-AREA-TYPE-NNN)`);
  const [, layer, area, type] = parts as unknown as [string, ReplyLayer, string, ReplyType];
  return { layer, area, type };
}
