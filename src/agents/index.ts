/** The agents' door: who walks a pipeline, how they search, and who is chosen where. */
export type { AgentChoice } from './agent-choice.ts';
export { agentTag } from './agent-tag.ts';
export { type ChallengerReason, challengerOf } from './challenger-of.ts';
export { type AgentDraft, defineAgent, homeZones } from './define-agent.ts';
export { challengedBy, challenges, nextGenerative } from './element-cycles.ts';
export {
  allElements,
  type BaseElement,
  type Element,
  type ElementTraits,
  elementTraits,
  ironFromEarth,
} from './element-traits.ts';
export { formatPersonas } from './format-personas.ts';
export type { AgentIdentity, AgentRole, Alignment, CostProfile, Position, Stickiness } from './identity.ts';
export { type MaskWearers, mayWear } from './may-wear.ts';
export { parsePersonas } from './parse-personas.ts';
export { personaByName, personas } from './personas.ts';
export { type EarlierReply, remembersReply } from './remembers-reply.ts';
export { type ScheduledNode, type ScheduleReason, scheduleAgent } from './schedule-agent.ts';
