/** The models' door: language models behind the protocols that most of them speak. */
export { type OpenModelOptions, openModel } from './open-model.ts';
