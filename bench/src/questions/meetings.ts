import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { readLines } from '../corpus.ts';
import { isHeldOut } from '../held-out.ts';
import { contentWords, wordsOf } from './words.ts';

/** A question about a meeting, with its evidence. */
interface Question {
  readonly text: string;
  readonly words: readonly string[];
  /** Each message that contains evidence. */
  readonly evidenceTexts: readonly string[];
  /** Their content words. */
  readonly evidence: readonly ReadonlySet<string>[];
  /** Content words of all evidence. */
  readonly evidenceWords: ReadonlySet<string>;
}

/** A transcript as messages, with questions about it. */
export interface Meeting {
  readonly id: string;
  readonly messages: readonly ChatMessage[];
  readonly questions: readonly Question[];
}

/** A meeting as stored in the corpus. */
interface MeetingRecord extends Pick<Meeting, 'id' | 'messages'> {
  readonly qa?: readonly {
    readonly question: string;
    readonly evidence_message_indexes: readonly number[];
  }[];
}

/** Reads the held-out meetings with questions. */
export function readHeldOutMeetings(): Meeting[] {
  return [...readLines<MeetingRecord>('qa-qmsum.jsonl.gz')]
    .filter(({ id }) => isHeldOut(id))
    .map(meetingOf)
    .filter(({ questions }) => questions.length > 0);
}

/** Prepares a meeting and its questions. Questions whose evidence has no content words are omitted. */
export function meetingOf({ id, messages, qa = [] }: MeetingRecord): Meeting {
  const questions = qa.map(({ question: text, evidence_message_indexes: indexes }) => {
    const evidenceTexts = indexes.map((index) => contentText(messages[index]!));
    const evidence = evidenceTexts.map(contentWords);
    const evidenceWords = new Set(evidence.flatMap((words) => [...words]));
    return { text, words: wordsOf(text), evidenceTexts, evidence, evidenceWords };
  });
  return {
    id,
    messages,
    questions: questions.filter(({ evidenceWords }) => evidenceWords.size > 0),
  };
}
