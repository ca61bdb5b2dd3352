/** Makes the frame of the root that a producer of the outside would make now, unless the one that stands is just that. */
import type { OutsideProducer } from '../producers/outside-producer.ts';
import { ROOT_PATH } from '../scan/tree.ts';
import { type Derived, holdsFor, standingOf } from './derive-file.ts';
import type { Wave } from './wave.ts';

/** Derives a frame of the root; null where there is nothing to make it from. */
export async function deriveOutside(wave: Wave, producer: OutsideProducer): Promise<Derived | null> {
  const { name } = producer;
  const basis = await producer.basis();
  if (basis === null) return null;
  const before = await standingOf(wave.standpoint, ROOT_PATH, name);
  if (before && (await holdsFor(wave.standpoint, before, basis)))
    return { frameId: before.frameId, isUntouched: true };
  const content = await producer.produce();
  if (content === null) return null;
  const subject = { kind: 'node', id: ROOT_PATH } as const;
  const frameId = await wave.stand({ subject, type: name, agent: name, basis, content }, before);
  return { frameId, isUntouched: false };
}
