/** Words of a test that depends on time, chance or order. */
export const UNSTEADY =
  /\b(?:sleep|setTimeout|setInterval|setImmediate|nextTick|time_?out|deadline|Date\.now|new Date|performance\.now|hrtime|Math\.random|random|randint|rand\.|perf_counter|time_ns|range map|monotonic|time\.(?:time|Now|Since|After|Sleep)|currentTimeMillis|nanoTime|Thread\.sleep|asyncio\.sleep)\b/;
