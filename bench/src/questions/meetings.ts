import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { readLines } from '../retention/corpus-lines.ts';
import { contentWords, sharedWords, wordsOf } from './words.ts';

/** A question about a meeting, and what answers it. */
interface Question {
  readonly words: readonly string[];
  /** The content words of each message that the answer comes from. */
  readonly evidence: readonly ReadonlySet<string>[];
  /** All of them together. */
  readonly evidenceWords: ReadonlySet<string>;
  /** Those of the answer that stand there. */
  readonly answerWords: ReadonlySet<string>;
}

/** A transcript as messages, and what is asked about it. */
export interface Meeting {
  readonly id: string;
  readonly messages: readonly ChatMessage[];
  readonly questions: readonly Question[];
}

/** A meeting as the corpus holds it. */
export interface MeetingRecord extends Pick<Meeting, 'id' | 'messages'> {
  readonly qa?: readonly {
    readonly question: string;
    readonly answer: string;
    readonly evidence_message_indexes: readonly number[];
  }[];
}

/** Every meeting of the corpus about which something is asked. */
export function readMeetings(file = 'qa-qmsum'): Meeting[] {
  const meetings = [...readLines<MeetingRecord>(`${file}.jsonl.gz`)].map(meetingOf);
  return meetings.filter(({ questions }) => questions.length > 0);
}

/** A meeting with its questions made ready; those whose evidence says nothing are left out. */
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
