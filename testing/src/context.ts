import type { CompressionContext, EphemeralAccessors, IContent } from '@palimpsest/core-types';

/** Counts a quarter of the characters of an entry's JSON, without `native` and metadata. Additive over entries. */
export function countTokensByCharacters(contents: readonly IContent[]): number {
  let characters = 0;
  for (const { speaker, blocks } of contents)
    characters += JSON.stringify({ speaker, blocks }, withoutNative).length;
  return Math.ceil(characters / 4);
}

function withoutNative(key: string, value: unknown): unknown {
  return key === 'native' ? undefined : value;
}

export interface TestContextOptions extends Partial<
  Omit<CompressionContext, 'history' | 'runtimeContext'>
> {
  /** Share of the newest entries to preserve. @default 0.2 */
  readonly preserveThreshold?: number;
  /** @default 0.85 */
  readonly compressionThreshold?: number;
  /** Tokens of the context window. @default 128_000 */
  readonly contextLimit?: number;
  readonly ephemerals?: EphemeralAccessors;
}

/** Creates the input of a strategy's `compress`, with settings as plain numbers instead of functions. */
export function testContext(
  history: readonly IContent[],
  {
    preserveThreshold = 0.2,
    compressionThreshold = 0.85,
    contextLimit = 128_000,
    ephemerals,
    ...context
  }: TestContextOptions = {},
): CompressionContext {
  const estimateTokens = context.estimateTokens ?? countTokensByCharacters;
  return {
    estimateTokens,
    currentTokenCount: Number.MAX_SAFE_INTEGER,
    ...context,
    history,
    runtimeContext: {
      ephemerals: {
        compressionThreshold: () => compressionThreshold,
        contextLimit: () => contextLimit,
        preserveThreshold: () => preserveThreshold,
        ...ephemerals,
      },
    },
  };
}
