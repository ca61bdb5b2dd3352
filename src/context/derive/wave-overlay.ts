/** What a wave has made, laid over what is written: a standpoint from which both are seen alike. */
import { assertInvariant, type BasisId, digestOf, type FrameId } from '../../kernel/index.ts';
import {
  type Batch,
  type FrameBasis,
  type FrameDraft,
  parseFrame,
  type Subject,
  subjectHash,
} from '../../ledger/index.ts';
import type { FramePlace } from '../frames/gather-frames.ts';
import type { Standpoint } from '../workspace/standpoint.ts';

/** A frame that is not written yet, with the batch that writes it. */
type MadeFrame = FrameDraft & { readonly frameId: FrameId; readonly batch: Batch };

/** An attestation that is not written yet. */
type MadeAttestation = {
  readonly subject: Subject;
  readonly frameId: FrameId;
  readonly basisId: BasisId;
};

/** What is not written yet, and the standpoint that sees it as if it were. */
export type WaveOverlay = {
  readonly standpoint: Standpoint;
  stand(made: MadeFrame): void;
  attest(made: MadeAttestation): void;
};

/** Lays nothing yet over a standpoint. */
export function createOverlay(base: Standpoint): WaveOverlay {
  const attested = new Map<string, Map<FrameId, BasisId>>();
  const heads = new Map<string, Map<string, FramePlace>>();
  const records = new Map<FrameId, FrameBasis & { readonly content: Uint8Array }>();
  return {
    stand({ subject: { id: path }, type, frameId, batch, basis }) {
      const objects = new Map((batch.puts ?? []).map(({ id, bytes }) => [id, bytes]));
      const object = objects.get(digestOf(frameId));
      const frame = object && parseFrame(object);
      const content = frame && objects.get(digestOf(frame.content));
      assertInvariant(content, 'a frame is put with its content');
      const place = { frameId, type, recordedAs: path, stamp: 0, recordedMs: batch.atMs, sequence: 0 };
      heads.set(path, (heads.get(path) ?? new Map<string, FramePlace>()).set(type, place));
      records.set(frameId, { id: frameId, frame, basis, content });
    },
    attest({ subject, frameId, basisId }) {
      const key = subjectHash(subject);
      attested.set(key, (attested.get(key) ?? new Map<FrameId, BasisId>()).set(frameId, basisId));
    },
    standpoint: {
      ...base,
      async standings(subject) {
        const all = new Map(await base.standings(subject));
        for (const [frameId, basisId] of attested.get(subjectHash(subject)) ?? []) {
          const { attested: before = [], invalidatedBy = null, length = 0 } = all.get(frameId) ?? {};
          all.set(frameId, { attested: [...before, basisId], invalidatedBy, length: length + 1 });
        }
        return all;
      },
      async standing(path) {
        const before = await base.standing(path);
        const own = heads.get(path);
        return own ? [...before.filter(({ type }) => !own.has(type)), ...own.values()] : before;
      },
      async frames(ids) {
        const written = ids.filter((id) => !records.has(id));
        const read = new Map((await base.frames(written)).map((record) => [record.id, record]));
        return ids.map((id) => (records.get(id) ?? read.get(id)) as FrameBasis);
      },
      async contents(frames) {
        const written = frames.filter(({ id }) => !records.has(id));
        const read = (await base.contents(written)).values();
        return frames.map(({ id }) => records.get(id)?.content ?? read.next().value ?? null);
      },
    },
  };
}
