import { globSync, readFileSync } from 'node:fs';
import { sentenceSpans } from '@palimpsest/engine/text';
import { readHeldOutMeetings } from '../questions/meetings.ts';
import { contentWords, sharedWords } from '../questions/words.ts';
import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { createShownLines, type ShownLines } from '../retention/narrative/shown-lines.ts';
import { wordsOf } from '../retention/narrative/words.ts';

/** What is left of a chat: its text in lower case, and its lines. */
export interface Left {
  readonly text: string;
  readonly lines: ShownLines;
}

/** A chat with questions about it. `kept` returns the share of the evidence for a question that is left, from 0 to 1. */
export interface ProbedChat {
  readonly messages: readonly ChatMessage[];
  readonly probes: readonly {
    readonly question: string;
    readonly kept: (left: Left) => number;
  }[];
}

export function leftOf(messages: readonly ChatMessage[]): Left {
  const texts = messages.map(contentText);
  const lines = createShownLines(() => 1);
  for (const text of texts) lines.add(text);
  return { text: texts.join('\n').toLowerCase(), lines };
}

/** Share of the words of a text that three successive lines must contain. */
const LEFT = 0.8;
/** A text with fewer words is no evidence. */
const MIN_WORDS = 3;

/** Returns a probe for texts with evidence; none if they have hardly any words. */
function probeOf(question: string, evidence: readonly string[]): ProbedChat['probes'] {
  const wanted = evidence
    .map((text) => new Set(wordsOf(text).map(({ stem }) => stem)))
    .filter(({ size }) => size >= MIN_WORDS);
  const kept = ({ lines }: Left): number =>
    wanted.filter((stems) => lines.say(stems, LEFT)).length / wanted.length;
  return wanted.length === 0 ? [] : [{ question, kept }];
}

interface LocomoChat {
  readonly speaker_a: string;
  readonly [date: `session_${number}_date_time`]: string;
  readonly [turns: `session_${number}`]: { speaker: string; dia_id: string; text: string }[];
  /** Those of category 5 have no answer. */
  readonly qa: { question: string; answer?: string; evidence: string[]; category: number }[];
}

/** Reads LoCoMo: the first speaker is the user. Of a turn with evidence, the sentences with a word of the answer count, if there are any. */
export function readLocomo(folder: string): ProbedChat[] {
  const pattern = 'locomo/data/multimodal_dialog/locomo10_v2/*.json';
  return filesIn(folder, pattern).map((file) => {
    const chat = readJson(file) as LocomoChat;
    const messages: ChatMessage[] = [];
    const said = new Map<string, string>();
    for (let number = 1; chat[`session_${number}`] !== undefined; number += 1) {
      messages.push({ role: 'user', content: chat[`session_${number}_date_time`]! });
      for (const { speaker, dia_id: id, text } of chat[`session_${number}`]!) {
        const role = speaker === chat.speaker_a ? 'user' : 'assistant';
        messages.push({ role, content: `${speaker}: ${text}` });
        said.set(id, text);
      }
    }
    const probes = chat.qa.flatMap(({ question, answer, evidence, category }) => {
      if (category === 5) return [];
      const words = contentWords(String(answer));
      const texts = evidence.map((id) => sentencesWith(words, said.get(id) ?? ''));
      return probeOf(question, texts);
    });
    return { messages, probes };
  });
}

/** Returns the sentences of a turn that have one of the words; the turn if none has. */
function sentencesWith(words: ReadonlySet<string>, turn: string): string {
  const sentences = sentenceSpans(turn).map(({ start, end }) => turn.slice(start, end));
  const found = sentences.filter((one) => sharedWords(contentWords(one), words).size > 0);
  return found.length === 0 ? turn : found.join(' ');
}

/** Reads the meetings of QMSum in the corpus that are held out. */
export function readQmsum(): ProbedChat[] {
  return readHeldOutMeetings().map(({ messages, questions }) => ({
    messages,
    probes: questions.flatMap(({ text, evidenceTexts }) => probeOf(text, evidenceTexts)),
  }));
}

/** Reads the contexts of `lost-in-compaction` with the least compression, and the facts outside of it. All key words of a fact must stand. */
export function readFactContexts(folder: string): ProbedChat[] {
  const pattern = 'lost-in-compaction/compaction_v5_R4_20260224_1353/contexts/*_C1.json';
  return filesIn(folder, pattern).map((file) => {
    const messages = readJson(file) as readonly ChatMessage[];
    const { facts } = readJson(file.replace('.json', '_meta.json')) as {
      facts: { question: string; keywords: string[]; compacted: boolean }[];
    };
    const all = leftOf(messages);
    const probes = facts
      .filter(({ compacted }) => !compacted)
      .map(({ question, keywords }) => {
        const words = keywords.map((word) => word.toLowerCase());
        const kept = ({ text }: Left) => Number(words.every((word) => text.includes(word)));
        return { question, kept };
      });
    return { messages, probes: probes.filter(({ kept }) => kept(all) === 1) };
  });
}

/** @throws {Error} if there is no such file: a figure of nothing is not written */
function filesIn(folder: string, pattern: string): string[] {
  const files = globSync(`${folder}/${pattern}`).toSorted();
  if (files.length > 0) return files;
  throw new Error(
    `foreign: expected ${pattern} in ${folder}; run it without --data to read how to get it.`,
  );
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
