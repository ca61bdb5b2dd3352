/** What callers may change of an oracle's knowledge, each as the events it comes to at the present moment. */

import { canonicalText, PenumbraError, sortByCodePoint } from '../../../kernel/index.ts';
import { isFilled, isText, listOf, nameOf, normalKey, tierOf, toTier } from '../../index.ts';
import { COMPACTION_KIND } from '../facts/compaction.ts';
import { requireCursor, type StoryCursor } from '../facts/story-cursor.ts';
import { type KindEntry, kindFields, type OracleEvent } from '../log/oracle-event.ts';
import type { OracleView } from '../log/oracle-view.ts';
import { notFound, requireFact } from './keep-contents.ts';
import type { KindDraft, Promotion, TierRaise } from './oracle.ts';
import { takeDraft } from './take-draft.ts';

type Events = readonly OracleEvent[];

/** An entry of a log has room for many words, but not for any number. */
const WORDS_BYTES = 16 * 1024;

/** Registers kinds; one that stands already is left as it is. */
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

/** Registers words, normalised; those that are known add nothing. */
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

/** Takes the tag off a synthesized fact, once. */
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

/** Raises a tier; a lower one than the present changes nothing. */
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

/** Drops a compaction. */
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
