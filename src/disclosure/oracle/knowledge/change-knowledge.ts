/**
 * The changes callers can make to an oracle's knowledge. Each returns the events it needs in the current
 * state.
 */
import { canonicalText, digestOf, isId, PenumbraError, sortByCodePoint } from '../../../kernel/index.ts';
import { isFilled, isText, listOf, nameOf, normalKey, tierOf, toTier } from '../../index.ts';
import { COMPACTION_KIND } from '../facts/compaction.ts';
import { requireCursor, type StoryCursor } from '../facts/story-cursor.ts';
import { placeOf, type UnlockDraft, type UnlockEvent, withoutPlace } from '../facts/unlock.ts';
import {
  type DerivedLock,
  type KindEntry,
  kindFields,
  type OracleEvent,
  unlockFields,
  unlockOptions,
} from '../log/oracle-event.ts';
import type { OracleView } from '../log/oracle-state.ts';
import type { OracleStore } from '../log/oracle-store.ts';
import { notFound, requireFact } from './keep-contents.ts';
import type { KindDraft, Promotion, TierRaise } from './oracle.ts';
import { takeDraft } from './take-draft.ts';

type Events = readonly OracleEvent[];

/** The size of a log entry is limited, so words are split into several events. */
const WORDS_BYTES = 16 * 1024;

/** Registers kinds, skipping those that are already registered. */
export function registerKinds({ state }: OracleView, drafts: readonly KindDraft[]): Events {
  const { kind: isName, ...optional } = kindFields;
  const added = new Map<string, KindEntry>();
  for (const draft of requireList(drafts, 'kinds')) {
    const taken = takeDraft(draft, { what: 'a kind', required: { kind: isText }, optional });
    const { kind, recall = false, mechanical = false, slice = 'facts' } = taken;
    if (!isName(kind) || kind === COMPACTION_KIND)
      throw new PenumbraError('invalid-name', 'a kind has a name outside the allowed form', {
        hint: 'use letters, digits and `._:/@-`, a letter or digit first, at most 255 characters; `compaction` is taken',
      });
    const entry: KindEntry = { kind, recall, mechanical, slice };
    const known = state.kinds.get(kind) ?? added.get(kind);
    if (known && canonicalText(known) !== canonicalText(entry))
      throw new PenumbraError('invalid-configuration', `kind \`${kind}\` is registered otherwise already`, {
        data: { kind },
        hint: 'register it as it stands, or choose another name',
      });
    if (!known) added.set(kind, entry);
  }
  return Array.from(added.values(), (entry) => ({ type: 'kind', ...entry }));
}

/** Registers normalized words, skipping known ones. */
export function registerVocabulary({ state }: OracleView, words: readonly string[]): Events {
  const taken = requireList(words, 'words');
  const keys = taken.map((word) => (isFilled(word) ? normalKey(word) : ''));
  if (keys.includes(''))
    throw new PenumbraError('usage', 'a word of the vocabulary has no letters or digits', {
      hint: 'register texts with at least one letter or digit',
    });
  const events: { type: 'vocabulary'; words: string[] }[] = [];
  let room = 0;
  for (const word of sortByCodePoint([...new Set(keys)].filter((key) => !state.vocabulary.has(key)))) {
    if (word.length > room) {
      events.push({ type: 'vocabulary', words: [] });
      room = WORDS_BYTES;
    }
    events.at(-1)?.words.push(word);
    room -= word.length;
  }
  return events;
}

/** Removes the tag of a synthesized fact, once. */
export function promote(view: OracleView, promotion: Promotion): Events {
  const { handle, operator, event } = takeDraft(promotion, {
    what: 'a promotion',
    required: { handle: isFilled, operator: isFilled, event: isFilled },
  });
  requireFact(view, handle);
  return view.state.promoted.has(handle) ? [] : [{ type: 'promotion', handle, operator, event }];
}

/** Moves the cursor. */
export function moveCursor({ state }: OracleView, cursor: StoryCursor): Events {
  requireCursor(cursor);
  const isSame = state.cursor !== null && canonicalText(state.cursor) === canonicalText(cursor);
  return isSame ? [] : [{ type: 'cursor', cursor }];
}

/** Raises a tier. A tier that is not higher than the current one changes nothing. */
export function raiseTier({ state }: OracleView, raise: TierRaise): Events {
  const { consumer, entity, tier } = takeDraft(raise, {
    what: 'a raised tier',
    required: { consumer: nameOf, entity: isText, tier: () => true },
  });
  const level = toTier(tier);
  return level > tierOf(state.tiers, consumer, entity)
    ? [{ type: 'tier', consumer, entity, tier: level }]
    : [];
}

export function dropCompaction({ state, compactions }: OracleView, handle: string): Events {
  if (!compactions.has(handle)) throw notFound(handle);
  if (state.droppedCompactions.has(handle))
    throw new PenumbraError('usage', 'the compaction is dropped already', {
      data: { handle },
      hint: 'compact the same inputs again to bring it back',
    });
  return [{ type: 'compaction', handle, isDropped: true }];
}

function requireList<Item>(items: readonly Item[], what: string): readonly Item[] {
  if (listOf(() => true)(items)) return items;
  throw new PenumbraError('usage', `${what} are registered as a list`, { hint: `give a list of ${what}` });
}

const RULE = /^rule_ref:./s;

/** Returns the event of an unlock; `has` returns whether the ledger contains an object. */
export async function openHandle(
  { state }: OracleView,
  draft: UnlockDraft,
  has: OracleStore['has'],
): Promise<UnlockEvent> {
  const taken = takeDraft(draft, { what: 'an unlock', required: unlockFields, optional: unlockOptions });
  // A rule is identified by its name alone. Any frame of the ledger can be unlocked, not just a fact.
  const isKnown = isId(taken.handle, 'frame') ? await has(digestOf(taken.handle)) : RULE.test(taken.handle);
  if (!isKnown) throw notFound(taken.handle);
  return { type: 'unlock', ...(state.cursor && { place: placeOf(state.cursor) }), ...taken };
}

/** Binds the unlocks at a cursor that have no place to that place. They then apply nowhere else. */
export function placeUnlocks({ state }: OracleView, cursor: StoryCursor): readonly OracleEvent[] {
  const unlocks = state.unlocks.filter(({ type }) => type === 'unlock');
  const places = withoutPlace(unlocks, cursor).map(({ handle, scope, scopeId }): OracleEvent => {
    return { type: 'unlock-place', handle, scope, scopeId, place: placeOf(cursor) };
  });
  return [...new Map(places.map((event) => [canonicalText(event), event])).values()];
}

/** Returns the event of a lock, or throws if the handle was never unlocked. */
export function closeHandle({ state }: OracleView, draft: UnlockDraft): UnlockEvent {
  const taken = takeDraft(draft, { what: 'a lock', required: unlockFields, optional: unlockOptions });
  const isOpened = state.unlocks.some(({ type, handle }) => type === 'unlock' && handle === taken.handle);
  if (isOpened) return { type: 'relock', ...taken };
  // The caller expects the handle to be closed afterwards, so ignoring this would be misleading.
  throw new PenumbraError('usage', 'what was never unlocked cannot be locked again', {
    data: { handle: taken.handle },
    hint: 'name the handle of an unlock; a fact that says `unlocked` itself stays open',
  });
}

/** Returns events for the derived locks that are not recorded yet. */
export function deriveLocks({ state }: OracleView, locks: readonly DerivedLock[]): readonly OracleEvent[] {
  return locks
    .filter(({ handle, by }) => !state.derivedLocks.get(handle)?.has(by))
    .map(({ handle, by }) => ({ type: 'derived-lock', handle, by }));
}
