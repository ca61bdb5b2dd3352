/** Public exports of agents: identities, elements, and scheduling. */

export type { AgentChoice } from './choose-agent.ts';
export {
  type ChallengerReason,
  challengerOf,
  type ScheduledNode,
  type ScheduleReason,
  scheduleAgent,
} from './choose-agent.ts';
export type {
  AgentIdentity,
  AgentRole,
  Alignment,
  CostProfile,
  Position,
  Stickiness,
} from './define-agent.ts';
export {
  type AgentDraft,
  agentTag,
  defineAgent,
  type EarlierReply,
  homeZones,
  type MaskWearers,
  mayWear,
  remembersReply,
} from './define-agent.ts';
export {
  allElements,
  type BaseElement,
  challengedBy,
  challenges,
  type Element,
  type ElementTraits,
  elementTraits,
  ironFromEarth,
  nextGenerative,
} from './element.ts';
export {
  estimateTokens,
  type Model,
  type ModelAnswer,
  type ModelRequest,
  type ModelSettings,
  type ModelUsage,
  parseModelAnswer,
} from './model.ts';
export { formatPersonas, parsePersonas, personaByName, personas } from './personas.ts';
