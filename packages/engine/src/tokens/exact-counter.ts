import { PalimpsestError } from '@palimpsest/core-types';
import type { TokenCounter } from './count-entries.ts';

type Encoding = 'o200k_base' | 'cl100k_base';

/** The part of gpt-tokenizer's encoding modules that is used. */
export interface Encoder {
  countTokens(text: string, options: { readonly disallowedSpecial: Set<string> }): number;
}

export interface ExactCounterOptions {
  /** @default 'o200k_base', the encoding of OpenAI's models since GPT-4o */
  readonly encoding?: Encoding;
  /** Loads the encoder. @default imports the optional peer `gpt-tokenizer` */
  readonly load?: (encoding: Encoding) => Promise<Encoder>;
}

/** Thrown if the encoder for exact counts cannot be loaded. */
export class EncoderUnavailableError extends PalimpsestError {
  override readonly name: string = 'EncoderUnavailableError';
  constructor(message: string, cause?: unknown) {
    super(message, 'ENCODER_UNAVAILABLE', cause === undefined ? undefined : { cause });
  }
}

/**
 * Creates an exact counter of texts from gpt-tokenizer. Special tokens in a text count as text, byte order marks are omitted, and runs
 * without white space are split at 1,024 characters.
 *
 * @throws {EncoderUnavailableError} `ENCODER_UNAVAILABLE` if gpt-tokenizer is not installed or the encoding is unknown
 */
export async function createExactCounter({
  encoding = 'o200k_base',
  load = loadEncoder,
}: ExactCounterOptions = {}): Promise<TokenCounter> {
  const encoder = await load(encoding);
  const options = { disallowedSpecial: new Set<string>() };
  return {
    count(text) {
      let tokens = 0;
      for (const piece of splitRuns(text.replaceAll('\uFEFF', '')))
        tokens += encoder.countTokens(piece, options);
      return tokens;
    },
  };
}

async function loadEncoder(encoding: Encoding): Promise<Encoder> {
  if (encoding !== 'o200k_base' && encoding !== 'cl100k_base') {
    throw new EncoderUnavailableError(
      `Unknown encoding "${String(encoding)}". Known: o200k_base, cl100k_base.`,
    );
  }
  // With a literal `import` in a `try`, bundlers create a separate chunk and treat the package as optional.
  try {
    if (encoding === 'cl100k_base') return await import('gpt-tokenizer/encoding/cl100k_base');
    return await import('gpt-tokenizer/encoding/o200k_base');
  } catch (error) {
    throw new EncoderUnavailableError(
      `The encoding "${encoding}" needs the package gpt-tokenizer 4, which could not be loaded. Run "npm install gpt-tokenizer@4", or give createExactCounter a load function.`,
      error,
    );
  }
}

/** The start of a long run without white space. Tried nowhere else, so that a text of shorter runs is read once. */
const LONG_RUN = /(?<!\S)\S{1024}/gu;
const PART_OF_RUN = /\S{1024}/uy;

/**
 * Splits runs without white space at 1,024 characters. Encoders need quadratic time for a run; each split costs less than one token of
 * accuracy. The joined pieces are the text.
 */
function splitRuns(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const { index } of text.matchAll(LONG_RUN)) {
    pieces.push(text.slice(start, index));
    start = index;
    for (PART_OF_RUN.lastIndex = index; PART_OF_RUN.test(text); start = PART_OF_RUN.lastIndex)
      pieces.push(text.slice(start, PART_OF_RUN.lastIndex));
  }
  pieces.push(text.slice(start));
  return pieces;
}
