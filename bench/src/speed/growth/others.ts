import {
  coerceMessageLikeToMessage,
  trimMessages,
  type BaseMessage,
  type BaseMessageLike,
} from '@langchain/core/messages';
import { aiSdk } from '@palimpsest/formats/ai-sdk';
import { openai } from '@palimpsest/formats/openai';
import { pruneMessages, type ModelMessage } from 'ai';
import { ClearToolUsesEdit, fakeModel } from 'langchain';
import { maskOldResults } from '../../retention/baselines/shorter-results.ts';
import { newestOnly } from '../../retention/baselines/newest-only.ts';
import { messageCharacters } from '../../retention/characters.ts';
import type { ChatMessage } from '../../retention/chat-message.ts';
import type { GrowthMethod } from './method.ts';
import type { Watch } from './watch.ts';

/** A method without state between requests. */
interface Stateless<Message> {
  readonly read: (messages: readonly ChatMessage[]) => Message[];
  /** Returns the target of `reduce` for a history that starts with these messages. */
  readonly target: (messages: readonly Message[]) => number;
  readonly reduce: (
    messages: Message[],
    target: number,
    watch: Watch,
  ) => Promise<readonly Message[]> | readonly Message[];
}

/** Methods in use today, each by its package's function or as commonly written. */
export const OTHERS: readonly GrowthMethod[] = [
  stateless<ModelMessage>('AI SDK pruneMessages', {
    read: (messages) => aiSdk.encode(openai.decode(messages)) as ModelMessage[],
    target: () => 0,
    // As in its documentation.
    reduce: (messages, _target, watch) =>
      pruneMessages({
        messages: watch.over(messages) as ModelMessage[],
        reasoning: 'before-last-message',
        toolCalls: 'before-last-2-messages',
        emptyMessages: 'remove',
      }),
  }),
  stateless('LangChain trimMessages, characters', {
    read: langChainMessages,
    target: (messages) => quarter(langChainCharacters(messages)),
    reduce: (messages, maxTokens, watch) =>
      trimMessages(messages, {
        strategy: 'last',
        maxTokens,
        tokenCounter: watched(langChainCharacters, watch),
        includeSystem: true,
      }),
  }),
  stateless('LangChain trimMessages, messages', {
    read: langChainMessages,
    target: (messages) => quarter(messages.length),
    // As its documentation suggests: each message counts as one.
    reduce: (messages, maxTokens, watch) =>
      trimMessages(messages, {
        strategy: 'last',
        maxTokens,
        tokenCounter: watched(({ length }) => length, watch),
        startOn: 'human',
        endOn: ['human', 'tool'],
      }),
  }),
  stateless('LangChain ClearToolUsesEdit', {
    read: langChainMessages,
    target: (messages) => quarter(langChainCharacters(messages)),
    reduce: async (messages, tokens, watch) => {
      const edited = [...messages];
      await new ClearToolUsesEdit({ trigger: { tokens } }).apply({
        messages: edited,
        model: fakeModel(),
        countTokens: watched(langChainCharacters, watch),
      });
      return edited;
    },
  }),
  stateless('mask old results', {
    read: (messages) => [...messages],
    target: (messages) => quarter(messageCharacters(messages)),
    reduce: (messages, target, watch) => maskOldResults(watch.over(messages), target),
  }),
  stateless('newest only', {
    read: (messages) => [...messages],
    target: (messages) => quarter(messageCharacters(messages)),
    reduce: (messages, target, watch) => newestOnly(watch.over(messages), target),
  }),
];

function stateless<Message>(
  name: string,
  { read, target: targetOf, reduce }: Stateless<Message>,
): GrowthMethod {
  return {
    name,
    pass(given) {
      const messages = read(given);
      const target = targetOf(messages);
      return (watch) => reduce(messages, target, watch);
    },
    conversation(given, begin) {
      const messages = read(given);
      const target = targetOf(messages.slice(0, begin));
      let [left, known]: [readonly Message[], number] = [[], 0];
      return {
        whole: async (end, watch) => await reduce(messages.slice(0, end), target, watch),
        async own(end, watch) {
          left = await reduce([...left, ...messages.slice(known, end)], target, watch);
          known = end;
        },
      };
    },
  };
}

function langChainMessages(messages: readonly ChatMessage[]): BaseMessage[] {
  return messages.map((message) => coerceMessageLikeToMessage(message as BaseMessageLike));
}

/** Returns the sum of the content lengths: the cheapest possible counter. */
function langChainCharacters(messages: readonly BaseMessage[]): number {
  let sum = 0;
  for (const { content } of messages) sum += content.length;
  return sum;
}

function watched<Message>(
  count: (messages: readonly Message[]) => number,
  watch: Watch,
): (messages: readonly Message[]) => number {
  return (messages) => {
    watch.saw(messages.length);
    return count(messages);
  };
}

const quarter = (whole: number): number => Math.max(1, Math.floor(whole / 4));
