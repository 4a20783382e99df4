import { AIMessage, trimMessages, type BaseMessage } from '@langchain/core/messages';
import {
  ClearToolUsesEdit,
  countTokensApproximately,
  fakeModel,
  summarizationMiddleware,
} from 'langchain';
import { FIXED_SUMMARY, type Contestant } from '../../src/arena/contestant.ts';
import { translate } from '../../src/arena/translation.ts';
import { langchainMessages } from '../langchain-messages.ts';

export const langchainClear: Contestant = {
  name: 'LangChain ClearToolUsesEdit',
  package: 'langchain',
  call: '`ClearToolUsesEdit` with its defaults (the newest 3 results stay), triggered at once',
  async compress(messages) {
    const { translated, back } = translate(langchainMessages, messages);
    const edit = new ClearToolUsesEdit({ trigger: { messages: 1 } });
    // The middleware counts again after each result, but only the trigger uses the sum.
    const tokens = countTokensApproximately(translated);
    await edit.apply({ messages: translated, model: fakeModel(), countTokens: () => tokens });
    return back(translated);
  },
};

export const langchainTrim: Contestant = {
  name: 'LangChain trimMessages',
  package: '@langchain/core',
  call: "`trimMessages` with `strategy: 'last'`, `startOn: 'human'` and `countTokensApproximately`",
  isSized: true,
  async compress(messages, targetTokens) {
    const { translated, back } = translate(langchainMessages, messages);
    const left = await trimMessages(translated, {
      maxTokens: targetTokens,
      strategy: 'last',
      startOn: 'human',
      tokenCounter: (some) => countTokensApproximately(some),
    });
    return back(left);
  },
};

interface Summarization {
  beforeModel(state: object, runtime: object): Promise<{ messages?: BaseMessage[] } | undefined>;
}

export const langchainSummary: Contestant = {
  name: 'LangChain summarization',
  package: 'langchain',
  call: '`summarizationMiddleware` with its defaults (the newest 20 messages stay), triggered at once',
  asksModel: true,
  async compress(messages) {
    const { translated, back } = translate(langchainMessages, messages);
    const middleware = summarizationMiddleware({
      model: fakeModel().respond(new AIMessage(FIXED_SUMMARY)),
      trigger: { messages: 1 },
    } as never) as unknown as Summarization;
    const update = await middleware.beforeModel({ messages: translated }, { context: {} });
    const left = update?.messages?.filter(({ type }) => type !== 'remove');
    return left === undefined ? messages : back(left);
  },
};
