import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { readLines } from '../corpus.ts';
import { contentWords, sharedWords, wordsOf } from './words.ts';

/** A question about a meeting, with its evidence. */
interface Question {
  readonly words: readonly string[];
  /** Content words of each message that contains evidence. */
  readonly evidence: readonly ReadonlySet<string>[];
  /** Content words of all evidence. */
  readonly evidenceWords: ReadonlySet<string>;
  /** Content words of the answer that occur in the evidence. */
  readonly answerWords: ReadonlySet<string>;
}

/** A transcript as messages, with questions about it. */
export interface Meeting {
  readonly id: string;
  readonly messages: readonly ChatMessage[];
  readonly questions: readonly Question[];
}

/** A meeting as stored in the corpus. */
export interface MeetingRecord extends Pick<Meeting, 'id' | 'messages'> {
  readonly qa?: readonly {
    readonly question: string;
    readonly answer: string;
    readonly evidence_message_indexes: readonly number[];
  }[];
}

/** Reads every meeting with questions. */
export function readMeetings(file = 'qa-qmsum'): Meeting[] {
  const meetings = [...readLines<MeetingRecord>(`${file}.jsonl.gz`)].map(meetingOf);
  return meetings.filter(({ questions }) => questions.length > 0);
}

/** Prepares a meeting and its questions. Questions whose evidence has no content words are omitted. */
export function meetingOf({ id, messages, qa = [] }: MeetingRecord): Meeting {
  const questions = qa.map(({ question, answer, evidence_message_indexes: indexes }) => {
    const evidence = indexes.map((index) => contentWords(contentText(messages[index]!)));
    const evidenceWords = new Set(evidence.flatMap((words) => [...words]));
    const answerWords = sharedWords(contentWords(answer), evidenceWords);
    return { words: wordsOf(question), evidence, evidenceWords, answerWords };
  });
  return {
    id,
    messages,
    questions: questions.filter(({ evidenceWords }) => evidenceWords.size > 0),
  };
}
