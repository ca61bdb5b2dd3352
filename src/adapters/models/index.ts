/** Public entry point to language models, behind the protocols that most of them speak. */
export { openModel } from './open-model.ts';
