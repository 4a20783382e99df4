import type { AiSdkMessage } from './ai-sdk/read.ts';
import { aiSdkTurns } from './ai-sdk/write.ts';
import type { Codec } from './codec.ts';
import { turnCodec } from './turns.ts';

export type { AiSdkMessage } from './ai-sdk/read.ts';

/**
 * Messages of the AI SDK, versions 6 and 7, and of its language model prompts. Each result in a tool message becomes one entry. Results of
 * provider-executed tools stay in the model's entry.
 */
export const aiSdk: Codec<AiSdkMessage> = turnCodec(aiSdkTurns);
