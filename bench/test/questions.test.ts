import { describe, expect, test } from 'vitest';
import { ask } from '../src/questions/ask.ts';
import { createSearchIndex } from '../src/questions/bm25.ts';
import { meetingOf } from '../src/questions/meetings.ts';

describe('BM25', () => {
  // Three texts of 2, 4 and 3 words, 3 on average.
  const index = createSearchIndex([
    ['cat', 'dog'],
    ['cat', 'cat', 'bird', 'fish'],
    ['dog', 'bird', 'horse'],
  ]);

  test('returns the scores that the formula gives by hand', () => {
    // In 2 of 3 texts: ln(1 + 1.5 / 2.5). Twice in 4 words: 2 × 2.2 / (2 + 1.2 × (0.25 + 0.75 × 4 / 3)).
    const rarity = Math.log(1.6);
    const scores = index.search(['cat']);
    expect(scores.map(({ at }) => at)).toEqual([1, 0]);
    expect(scores[0]!.score).toBeCloseTo((rarity * 4.4) / 3.5, 12);
    expect(scores[1]!.score).toBeCloseTo((rarity * 2.2) / 1.9, 12);
  });
});

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
      answer: 'The price7 of device7 is unknown',
      evidence_message_indexes: [7, 8],
    },
    { question: 'Who spoke?', answer: 'Nobody', evidence_message_indexes: [] },
  ],
});

describe('questions about a meeting', () => {
  test('are answered by the whole meeting, but not without the evidence', () => {
    const whole = ask(meeting, meeting.messages);
    expect(whole.counts).toEqual({
      hit5: { survived: 1, asked: 1 },
      hit20: { survived: 1, asked: 1 },
      keptWords: { survived: 10, asked: 10 },
      keptAnswerWords: { survived: 2, asked: 2 },
    });
    const without = ask(meeting, meeting.messages.toSpliced(7, 1));
    expect(without.counts).toMatchObject({
      hit5: { survived: 0, asked: 1 },
      keptWords: { survived: 5, asked: 10 },
      keptAnswerWords: { survived: 0, asked: 2 },
    });
    expect(ask(meeting, []).counts.hit20).toEqual({ survived: 0, asked: 1 });
  });
});
