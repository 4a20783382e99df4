/** Where data goes. */
export interface Output {
  /** Resolves when more may follow. */
  write(text: string): Promise<void>;
  /** Makes what was written the result. */
  commit(): Promise<void>;
  /** Leaves no trace, as far as that is possible. */
  discard(): Promise<void>;
}

/** Whoever read the output went away, as `head` does: nothing is wrong, and nothing is left to do. */
export class ReaderGone extends Error {
  override readonly name: string = 'ReaderGone';
}
