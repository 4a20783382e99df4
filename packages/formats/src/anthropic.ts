import type { AnthropicMessage } from './anthropic/read.ts';
import { anthropicTurns } from './anthropic/write.ts';
import type { Codec } from './codec.ts';
import { turnCodec } from './turns.ts';

export type { AnthropicMessage } from './anthropic/read.ts';

/** Messages API. A user message with tool results becomes one entry per result and one per run of other blocks. */
export const anthropic: Codec<AnthropicMessage> = turnCodec(anthropicTurns);
