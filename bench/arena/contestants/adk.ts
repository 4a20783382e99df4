import {
  createEvent,
  TokenBasedContextCompactor,
  TruncatingContextCompactor,
  type Event,
} from '@google/adk';
import { gemini } from '@palimpsest/formats/gemini';
import { FIXED_SUMMARY, type Contestant } from '../../src/arena/contestant.ts';
import { translate } from '../../src/arena/translation.ts';
import type { ChatMessage } from '../../src/retention/chat-message.ts';

interface Compactor {
  compact(context: never): Promise<void> | void;
}

export const adkTruncating: Contestant = {
  name: 'ADK Truncating',
  package: '@google/adk',
  call: '`TruncatingContextCompactor` with `threshold: 70` and `preserveLeadingEvents: 1`',
  compress: (messages) =>
    compacted(
      new TruncatingContextCompactor({ threshold: 70, preserveLeadingEvents: 1 }),
      messages,
    ),
};

export const adkTokenBased: Contestant = {
  name: 'ADK TokenBased',
  package: '@google/adk',
  call: '`TokenBasedContextCompactor` with `eventRetentionSize: 20`',
  asksModel: true,
  compress: (messages) =>
    compacted(
      new TokenBasedContextCompactor({
        tokenThreshold: 1,
        eventRetentionSize: 20,
        summarizer: {
          summarize: (events: Event[]) =>
            Promise.resolve({
              ...createEvent({ author: 'user' }),
              isCompacted: true as const,
              startTime: events[0]!.timestamp,
              endTime: events.at(-1)!.timestamp,
              compactedContent: FIXED_SUMMARY,
              content: { role: 'user', parts: [{ text: FIXED_SUMMARY }] },
              timestamp: events.at(-1)!.timestamp,
            }),
        },
      }),
      messages,
    ),
};

type Content = ReturnType<typeof gemini.encode>[number];

async function compacted(
  compactor: Compactor,
  messages: readonly ChatMessage[],
): Promise<readonly ChatMessage[]> {
  const { translated, back } = translate(gemini, messages);
  const events = translated.map((content, at) =>
    createEvent({
      author: content.role === 'model' ? 'agent' : 'user',
      content: content as never,
      timestamp: at + 1,
    }),
  );
  await compactor.compact({ session: { events }, agent: { name: 'agent' } } as never);
  const last = events.at(-1) as Event & { isCompacted?: boolean; endTime?: number };
  const left =
    last.isCompacted === true
      ? [last, ...events.slice(0, -1).filter(({ timestamp }) => timestamp > last.endTime!)]
      : events;
  return back(left.map(({ content }) => content as unknown as Content));
}
