/** Runs work in a wave and writes it; where another writer came first, the work is done anew on what stands then. */
import { PenumbraError } from '../../kernel/index.ts';
import type { Standpoint } from '../workspace/standpoint.ts';
import { Overtaken, type WaveMove } from './pending-moves.ts';
import { startWave, type Wave } from './wave.ts';

const ATTEMPTS = 20;

/** What came of a wave. */
export type WaveOutcome<Result> = {
  readonly result: Result;
  /** Every move that was written, also by attempts that were overtaken later on. */
  readonly moves: readonly WaveMove[];
};

/** Runs work in a wave; `look` returns a new standpoint each time. */
export async function inWave<Result>(
  look: () => Promise<Standpoint>,
  work: (wave: Wave) => Promise<Result>,
): Promise<WaveOutcome<Result>> {
  const moves = new Map<string, WaveMove>();
  const note = (move: WaveMove) => void moves.set(`${move.path} ${move.type}`, move);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const wave = startWave(await look(), note);
    try {
      const result = await work(wave);
      await wave.finish();
      return { result, moves: [...moves.values()] };
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  throw new PenumbraError('store-busy', 'others kept writing the same frames', {
    hint: 'run it again when they are done',
  });
}
