import type { UsageStats } from '@palimpsest/core-types';
import { createAdapter, type AdapterOptions } from '@palimpsest/adapter';
import { getCodec, type FormatName } from '@palimpsest/formats';
import { openai } from '@palimpsest/formats/openai';
import { PRICES } from '@palimpsest/orchestrator';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { createPalimpsest } from 'palimpsest';
import type { Conversation } from '../corpus.ts';
import { expressibleIn } from '../laws/expressible.ts';

/** A recorded conversation as a session of requests. */
export interface RecordedSession {
  readonly id: string;
  readonly format: FormatName;
  readonly messages: readonly object[];
  /** Number of messages in each request: everything before a response of the model. */
  readonly turns: readonly number[];
  /** Context window that half of the conversation fills. */
  readonly contextLimit: number;
}

/** Ways in which hosts use an adapter. */
export const HOSTS: Readonly<Record<string, AdapterOptions>> = {
  'every call': {},
  'turn boundary': { when: 'turn-boundary' },
  'new results': { when: 'ingest', settings: { 'compression.ingestTokens': 300 } },
  prices: { prices: PRICES.anthropic },
};

const FORMATS = ['openai', 'anthropic', 'openai-responses', 'gemini', 'ai-sdk'] as const;

/** Returns a session in the `at`th format, with at most `mostTurns` turns. */
export function recordSession(
  { id, messages: recorded }: Conversation,
  at: number,
  mostTurns: number,
): RecordedSession {
  const format = FORMATS[at % FORMATS.length]!;
  const codec = getCodec(format);
  const history = expressibleIn(format, openai.decode(firstTurns(recorded, mostTurns)));
  const messages = codec.encode(history) as object[];
  const turns = messages.flatMap((message, index) =>
    index > 0 &&
    isResponse(codec.decode([message])) &&
    !isResponse(codec.decode([messages[index - 1]!]))
      ? [index]
      : [],
  );
  const instructions = estimateEntryTokens(history.filter(({ speaker }) => speaker === 'system'));
  // A quarter more of the instructions: the reported usage may raise their estimate.
  const contextLimit = 1_200 + Math.ceil((1.5 * instructions + estimateEntryTokens(history)) / 2);
  return { id, format, messages, turns, contextLimit };
}

/** Returns the messages up to the response of the last turn. */
function firstTurns(
  messages: Conversation['messages'],
  mostTurns: number,
): Conversation['messages'] {
  let turns = 0;
  const end = messages.findIndex(({ role }, index) => {
    if (role === 'assistant' && index > 0 && messages[index - 1]!.role !== 'assistant') turns += 1;
    return turns > mostTurns;
  });
  return end < 0 ? messages : messages.slice(0, end);
}

function isResponse(entries: readonly { readonly speaker: string }[]): boolean {
  return entries.some(({ speaker }) => speaker === 'ai');
}

/** Returns the messages of a request, as a process that read them from a database has them. */
function messagesOf({ messages, turns }: RecordedSession, turn: number): object[] {
  return JSON.parse(JSON.stringify(messages.slice(0, turns[turn]))) as object[];
}

/** Creates an adapter whose clock shows the time of a turn. */
export function adapterAt(session: RecordedSession, options: AdapterOptions, at: () => number) {
  const { registry } = createPalimpsest({ services: { clock: () => at() * 40_000 } });
  const settings = { maxOutputTokens: 200, ...(options.settings as object) };
  return createAdapter({ ...options, settings, registry, contextLimit: session.contextLimit });
}

/** A request as sent, and whether it is compressed for the first time. */
interface SentTurn {
  readonly sent: string;
  readonly compressed: number;
}

/** Sends a turn, and reports the usage that a provider would count. */
export async function sendTurn(
  adapter: ReturnType<typeof createAdapter>,
  session: RecordedSession,
  turn: number,
  extra?: string,
): Promise<SentTurn> {
  const given = messagesOf(session, turn);
  if (extra !== undefined) {
    const entry = { speaker: 'human', blocks: [{ type: 'text', text: extra }] } as const;
    given.push(...(getCodec(session.format).encode([entry]) as object[]));
  }
  const { messages, outcome, report } = await adapter.adapt(session.format, given, { model: 'm' });
  const sent = JSON.stringify(messages);
  const promptTokens = Math.ceil(sent.length / 3.5);
  const usage: UsageStats = { promptTokens, completionTokens: 40, totalTokens: promptTokens + 40 };
  report(usage);
  await adapter.flush();
  return { sent, compressed: outcome?.kind === 'compressed' ? 1 : 0 };
}
