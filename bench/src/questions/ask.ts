import { requestTokens } from '../retention/request-tokens.ts';
import type { ChatMessage } from '../retention/chat-message.ts';
import type { Tally } from '../retention/pooling.ts';
import { createSearchIndex } from './bm25.ts';
import type { Meeting } from './meetings.ts';
import { passagesOf, stemsFrom } from './passages.ts';
import { sharedWords } from './words.ts';

/** Counts per question: evidence among the first 5 and 20 passages found, and evidence words that are kept. */
export const QUESTION_COUNTS = ['hit5', 'hit20', 'keptWords'] as const;
export type QuestionCount = (typeof QUESTION_COUNTS)[number];

/** How much of the questions about one meeting a history can still answer. */
export interface MeetingScore {
  readonly id: string;
  readonly tokens: Tally;
  readonly counts: Readonly<Record<QuestionCount, Tally>>;
}

/** Searches the rest of a meeting for every question about it. */
export function ask(meeting: Meeting, left: readonly ChatMessage[]): MeetingScore {
  const passages = passagesOf(left);
  const index = createSearchIndex(passages.map(({ words }) => words));
  const standing = new Set(passages.flatMap(({ content }) => [...content]));
  const counts = Object.fromEntries(
    QUESTION_COUNTS.map((name) => [name, { survived: 0, asked: 0 }]),
  ) as Record<QuestionCount, { survived: number; asked: number }>;
  const count = (name: QuestionCount, survived: number, asked: number): void => {
    counts[name].survived += survived;
    counts[name].asked += asked;
  };
  for (const { words, evidence, evidenceWords } of meeting.questions) {
    const place = index
      .search(words)
      .slice(0, 20)
      .findIndex(({ at }) => stemsFrom(passages[at]!, evidence));
    count('hit5', place >= 0 && place < 5 ? 1 : 0, 1);
    count('hit20', place >= 0 ? 1 : 0, 1);
    count('keptWords', sharedWords(evidenceWords, standing).size, evidenceWords.size);
  }
  const tokens = {
    survived: requestTokens(left),
    asked: requestTokens(meeting.messages),
  };
  return { id: meeting.id, tokens, counts };
}
