import { coerceMessageLikeToMessage, type BaseMessageLike } from '@langchain/core/messages';
import { protocol } from '@openai/agents';
import { type FormatName } from '@palimpsest/formats';
import { checkAnthropic } from '../../../packages/formats/test/checker/check-anthropic.ts';
import { checkGemini } from '../../../packages/formats/test/checker/check-gemini.ts';
import { checkOpenAIResponses } from '../../../packages/formats/test/checker/check-openai-responses.ts';
import { checkOpenAI } from '../../../packages/formats/test/checker/check-openai.ts';
import { modelMessageSchema } from 'ai';
import { modelMessageSchema as modelMessageSchema6 } from 'ai-v6';

/** Checks of each format: the rules of its provider, or the schema of its framework. */
export const REFUSALS: ReadonlyMap<FormatName, (messages: readonly unknown[]) => unknown[]> =
  new Map([
    ['openai', (messages) => checkOpenAI(messages as never[])],
    ['openai-responses', (messages) => checkOpenAIResponses(messages as never[])],
    ['openai-agents', refusedByAgentsSdk],
    ['anthropic', (messages) => checkAnthropic(messages as never[])],
    ['gemini', (messages) => checkGemini(messages as never[])],
    ['ai-sdk', refusedByAiSdk],
    ['langchain', refusedByLangChain],
    ['genkit', () => []],
    ['pi', () => []],
  ]);

function refusedByAiSdk(messages: readonly unknown[]): unknown[] {
  return messages.flatMap((message) =>
    [modelMessageSchema, modelMessageSchema6].flatMap((schema) => {
      const { success, error } = schema.safeParse(message);
      return success ? [] : [error];
    }),
  );
}

function refusedByAgentsSdk(items: readonly unknown[]): unknown[] {
  return items.flatMap((item) => {
    const { success, error } = protocol.ModelItem.safeParse(item);
    return success ? [] : [error];
  });
}

function refusedByLangChain(messages: readonly unknown[]): unknown[] {
  return messages.flatMap((message) => {
    try {
      coerceMessageLikeToMessage(message as BaseMessageLike);
      return [];
    } catch (error) {
      return [String(error)];
    }
  });
}
