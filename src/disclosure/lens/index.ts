/**
 * The public interface of the lens: from a working set to what an agent sees, and from its reply to whether
 * it is accepted. Nothing here does any I/O.
 *
 * @example
 * const set = await compileWorkingSet(oracle, cursor, policy);
 * const { pack, envelope } = compilePromptPack(set, { consumer: 'triage', guard: set.guard });
 * const reply = await model(renderPack(pack));
 * const { ok, reasons } = checkReply(reply, { pack, envelope, guard: set.guard });
 */
export {
  compileGuard,
  firstDifference,
  type GuardEntry,
  type ItemDraft,
  type LeakGuard,
  type LeakHit,
  sealWorkingSet,
  type WorkingSetBytes,
  type WorkingSetDraft,
} from '../index.ts';
export {
  type Answerer,
  type AskedPack,
  askChecked,
  type CheckedAnswer,
  type CheckedQuestion,
  createRefusalLimit,
  describeFaults,
  type RefusalLimit,
} from './ask-checked.ts';
export { checkReply, type ReplyCheck, type ReplyContext, type ReplyFault } from './check-reply.ts';
export { type CompiledPack, compileAndParse, compilePromptPack } from './compile-prompt-pack.ts';
export type { Beat, PackOptions } from './pack-options.ts';
export { packKey } from './pack-options.ts';
export { parsePack } from './parse-pack.ts';
export type { AuditEnvelope, Envelope, Exclusion } from './prompt-pack.ts';
export {
  type Block,
  LENS_COMPILER,
  type OutputContract,
  type PackBytes,
  type PromptPack,
  type TaskChannel,
} from './prompt-pack.ts';
export { promptOf, promptsVersion } from './prompts.ts';
export { parseRendered, renderPack } from './render-pack.ts';
export { shippedPrompts } from './shipped-prompts.ts';
