import { TokenLimiterProcessor, ToolCallFilter } from '@mastra/core/processors';
import { aiSdk } from '@palimpsest/formats/ai-sdk';
import type { Contestant } from '../../src/arena/contestant.ts';
import { translate } from '../../src/arena/translation.ts';
import type { ChatMessage } from '../../src/retention/chat-message.ts';

interface Processor {
  processLLMRequest(args: object): Promise<{ prompt?: Prompted[] } | undefined>;
}
/** A message of the prompt that a provider receives: its content is a list. */
interface Prompted {
  role: string;
  content: unknown;
}

export const mastraTokenLimiter: Contestant = {
  name: 'Mastra TokenLimiter',
  package: '@mastra/core',
  call: "`TokenLimiterProcessor` with `limit` and `trimMode: 'best-fit'`, its default",
  isSized: true,
  compress: (messages, targetTokens) =>
    processed(new TokenLimiterProcessor({ limit: targetTokens }) as unknown as Processor, messages),
};

export const mastraToolFilter: Contestant = {
  name: 'Mastra ToolCallFilter',
  package: '@mastra/core',
  call: '`ToolCallFilter` with `filterAfterToolSteps: 10`',
  compress: (messages) =>
    processed(new ToolCallFilter({ filterAfterToolSteps: 10 }) as unknown as Processor, messages),
};

async function processed(
  processor: Processor,
  messages: readonly ChatMessage[],
): Promise<readonly ChatMessage[]> {
  const { translated, back } = translate(aiSdk, messages);
  const prompt = (translated as Prompted[]).map(({ role, content }) => ({
    role,
    content:
      typeof content === 'string' && role !== 'system'
        ? [{ type: 'text', text: content }]
        : content,
  }));
  const result = await processor.processLLMRequest({ prompt, state: {}, abort, stepNumber: 0 });
  return back(result?.prompt ?? prompt);
}

function abort(reason?: string): never {
  throw new Error(reason ?? 'aborted');
}
