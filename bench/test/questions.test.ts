import { expect, test } from 'vitest';
import { ask } from '../src/questions/ask.ts';
import { meetingOf } from '../src/questions/meetings.ts';

const talk = (at: number): string =>
  `subject${at} device${at} colour${at} price${at} market${at} and so we talk`;
const meeting = meetingOf({
  id: 'made',
  messages: Array.from({ length: 60 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: talk(at),
  })),
  qa: [
    {
      question: 'What is the price of device7?',
      evidence_message_indexes: [7, 8],
    },
    { question: 'Who spoke?', evidence_message_indexes: [] },
  ],
});

test('questions about a meeting are answered by the whole meeting, but not without the evidence', () => {
  expect(ask(meeting, meeting.messages).counts).toEqual({
    hit5: { survived: 1, asked: 1 },
    hit20: { survived: 1, asked: 1 },
    keptWords: { survived: 10, asked: 10 },
  });
  const without = ask(meeting, meeting.messages.toSpliced(7, 1));
  expect(without.counts).toMatchObject({
    hit5: { survived: 0, asked: 1 },
    keptWords: { survived: 5, asked: 10 },
  });
  expect(ask(meeting, []).counts.hit20).toEqual({ survived: 0, asked: 1 });
});
