import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { createSummarizationMiddleware, StateBackend } from 'deepagents';
import { fakeModel } from 'langchain';
import { FIXED_SUMMARY, type Contestant } from '../../src/arena/contestant.ts';
import { translate } from '../../src/arena/translation.ts';
import { langchainMessages } from '../langchain-messages.ts';

interface Wrapping {
  wrapModelCall(request: object, handler: (request: Sent) => AIMessage): Promise<unknown>;
}
interface Sent {
  readonly messages: BaseMessage[];
}

export const deepagentsSummary: Contestant = {
  name: 'deepagents summarization',
  package: 'deepagents',
  call: '`createSummarizationMiddleware` with its defaults (the newest 20 messages stay), triggered at once',
  asksModel: true,
  async compress(messages) {
    const { translated, back } = translate(langchainMessages, messages);
    const model = fakeModel().respond(new AIMessage(FIXED_SUMMARY));
    const middleware = createSummarizationMiddleware({
      model,
      backend: (config: unknown) => new StateBackend(config as never),
      trigger: { type: 'messages', value: 1 },
    }) as unknown as Wrapping;
    let left: BaseMessage[] = translated;
    const request = {
      model,
      messages: translated,
      state: { messages: translated, _summarizationSessionId: 'session_1' },
      runtime: {},
      tools: [],
    };
    await middleware.wrapModelCall(request, (sent) => {
      left = sent.messages;
      return new AIMessage('');
    });
    return back(left);
  },
};
