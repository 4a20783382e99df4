import { globSync, readFileSync } from 'node:fs';
import { sentenceSpans } from '@palimpsest/engine/text';
import { readLines } from '../corpus.ts';
import { isHeldOut } from '../held-out.ts';
import type { MeetingRecord } from '../questions/meetings.ts';
import { contentWords, sharedWords } from '../questions/words.ts';
import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { createShownLines, type ShownLines } from '../retention/narrative/shown-lines.ts';
import { wordsOf } from '../retention/narrative/words.ts';

/** What is left of a chat: its text in lower case, and its lines. */
export interface Left {
  readonly text: string;
  readonly lines: ShownLines;
}

/** A question about a chat, and the share of its evidence that is left, from 0 to 1. */
interface Probe {
  readonly question: string;
  readonly kept: (left: Left) => number;
}

export interface ProbedChat {
  readonly messages: readonly ChatMessage[];
  readonly probes: readonly Probe[];
}

export function leftOf(messages: readonly ChatMessage[]): Left {
  const lines = createShownLines(() => 1);
  for (const message of messages) lines.add(contentText(message));
  return { text: messages.map(contentText).join('\n').toLowerCase(), lines };
}

/** Share of the words of a text that three successive lines must contain. */
const LEFT = 0.8;
/** A text with fewer words is no evidence. */
const MIN_WORDS = 3;

/** Returns a probe for texts with evidence; none if they have hardly any words. */
function probeOf(question: string, evidence: readonly string[]): Probe[] {
  const wanted = evidence
    .map((text) => new Set(wordsOf(text).map(({ stem }) => stem)))
    .filter(({ size }) => size >= MIN_WORDS);
  const kept = ({ lines }: Left): number =>
    wanted.filter((stems) => lines.say(stems, LEFT)).length / wanted.length;
  return wanted.length === 0 ? [] : [{ question, kept }];
}

interface Turn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
}

interface LocomoChat extends Readonly<Record<string, unknown>> {
  readonly conversation?: LocomoChat;
  readonly qa: readonly {
    readonly question: string;
    readonly answer?: string | number;
    readonly evidence: readonly string[];
    /** 5: it has no answer. */
    readonly category: number;
  }[];
}

/** Reads LoCoMo: the first speaker is the user. Of a turn with evidence, the sentences with a word of the answer count, if there are any. */
export function readLocomo(folder: string): ProbedChat[] {
  return readJson<LocomoChat>(`${folder}/**/*.json`)
    .filter(({ qa }) => qa !== undefined)
    .map(({ qa, ...sample }) => {
      const chat = sample.conversation ?? sample;
      const messages: ChatMessage[] = [];
      const said = new Map<string, string>();
      for (let number = 1; Array.isArray(chat[`session_${number}`]); number += 1) {
        messages.push({ role: 'user', content: String(chat[`session_${number}_date_time`]) });
        for (const { speaker, dia_id: id, text } of chat[`session_${number}`] as Turn[]) {
          const role = speaker === chat['speaker_a'] ? 'user' : 'assistant';
          messages.push({ role, content: `${speaker}: ${text}` });
          said.set(id, text);
        }
      }
      const probes = qa
        .filter(({ category }) => category !== 5)
        .flatMap(({ question, answer, evidence }) =>
          probeOf(
            question,
            evidence.map((id) => answering(said.get(id) ?? '', String(answer))),
          ),
        );
      return { messages, probes };
    });
}

function answering(turn: string, answer: string): string {
  const words = contentWords(answer);
  const sentences = sentenceSpans(turn).map(({ start, end }) => turn.slice(start, end));
  const found = sentences.filter((one) => sharedWords(contentWords(one), words).size > 0);
  return found.length === 0 ? turn : found.join(' ');
}

/** Reads the meetings of QMSum that are held out. */
export function readQmsum(): ProbedChat[] {
  return [...readLines<MeetingRecord>('qa-qmsum.jsonl.gz')]
    .filter(({ id }) => isHeldOut(id))
    .map(({ messages, qa = [] }) => ({
      messages,
      probes: qa.flatMap(({ question, evidence_message_indexes: indexes }) =>
        probeOf(
          question,
          indexes.map((at) => contentText(messages[at]!)),
        ),
      ),
    }));
}

interface FactsOfContext {
  readonly facts: readonly {
    readonly question: string;
    readonly keywords: readonly string[];
    readonly compacted: boolean;
  }[];
}

/** Reads the contexts of `lost-in-compaction` with the least compression, and the facts outside of it. All key words of a fact must stand. */
export function readFactContexts(folder: string): ProbedChat[] {
  return globSync(`${folder}/compaction_v5_R4_20260224_1353/contexts/*_C1.json`)
    .toSorted()
    .map((file) => {
      const messages = readJson<ChatMessage>(file);
      const [meta] = readJson<FactsOfContext>(file.replace('.json', '_meta.json'));
      const probes = meta!.facts.map(({ question, keywords, compacted }) => {
        const words = keywords.map((word) => word.toLowerCase());
        const kept = ({ text }: Left): number => Number(words.every((word) => text.includes(word)));
        return { question, kept, isWhole: !compacted && words.length > 0 };
      });
      const all = leftOf(messages);
      return {
        messages,
        probes: probes.filter(({ isWhole, kept }) => isWhole && kept(all) === 1),
      };
    });
}

function readJson<Item>(pattern: string): Item[] {
  return globSync(pattern, { exclude: (path) => path.includes('__MACOSX') })
    .toSorted()
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Item | Item[]);
}
