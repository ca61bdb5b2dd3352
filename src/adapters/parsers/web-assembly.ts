/** The parts of WebAssembly that a parser needs, which every Node has and no installed type declaration describes. */

declare const WebAssembly: {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => object;
  readonly RuntimeError: new () => Error;
};

/** Makes a memory of pages of 64 KiB. */
export const WasmMemory = WebAssembly.Memory;

/** The fault of a program that stopped itself. */
export const WasmFault = WebAssembly.RuntimeError;
