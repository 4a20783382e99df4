import type { ContentMetadata, IContent } from '@palimpsest/core-types';
import { AnswerChunks } from '../answer/answer-chunks.ts';
import type { AnswerFacts, Protocol } from '../answer/protocol.ts';
import { fail } from '../failure/fail.ts';
import { isFailure, readFailure } from '../failure/read-failure.ts';
import { shownText } from '../failure/shown-text.ts';
import { ProviderError } from '../provider-error.ts';
import { isFields, parseJson, type Fields } from '../values.ts';
import { BodyError, bodyEvents, type BodyEvent } from './body-events.ts';
import { waitingFailed, type Exchange } from './exchange.ts';

/** UTF-16 units of thoughts that are held until text comes. */
const MOST_HELD = 8 * 1_048_576;

/** The entries of a body, to the one that says how the answer went. */
export async function* readAnswer(
  body: ReadableStream<Uint8Array> | null,
  protocol: Protocol,
  exchange: Exchange,
): AsyncGenerator<IContent> {
  const { limit } = exchange;
  const facts: AnswerFacts = {};
  const chunks = new AnswerChunks();
  const events = bodyEvents(body, limit);
  let isUnderstood = false;
  let isEmpty = true;
  try {
    while (facts.isOver !== true) {
      const event = await nextEvent(events, facts, exchange);
      if (event === undefined) break;
      isEmpty = false;
      if (event.data.trim() === protocol.end) break;
      for (const message of messagesOf(event, exchange)) {
        const pieces = protocol.read(message, facts);
        if (pieces === undefined) continue;
        isUnderstood = true;
        for (const piece of pieces) yield* chunks.take(piece);
        if (chunks.held > MOST_HELD) throw badStream(exchange, 'thinks without end');
        limit.signal.throwIfAborted();
      }
    }
  } finally {
    await events.return(undefined);
  }
  if (facts.isOver !== true && facts.finishReason === undefined) {
    if (!isEmpty && !isUnderstood) throw badStream(exchange, 'sent nothing this protocol knows');
    throw cut(exchange, undefined);
  }
  yield* chunks.end(metadataOf(facts, exchange));
}

/** What breaks behind the end of an answer does it no harm. */
async function nextEvent(
  events: AsyncGenerator<BodyEvent>,
  facts: AnswerFacts,
  exchange: Exchange,
): Promise<BodyEvent | undefined> {
  try {
    const { done, value } = await events.next();
    return done === true ? undefined : value;
  } catch (error) {
    if (error instanceof BodyError) throw badStream(exchange, `sent ${error.message}`);
    const failure = waitingFailed(exchange, error, 'in the middle of the answer', (words) =>
      cut(exchange, words),
    );
    if (failure instanceof ProviderError && facts.finishReason !== undefined) return undefined;
    throw failure;
  }
}

/** The messages an event stands for; several where a server sends a list of them instead of a stream. */
function messagesOf(event: BodyEvent, exchange: Exchange): readonly Fields[] {
  const parsed = parseJson(event.data);
  if (event.name === 'error' && !isFields(parsed?.value)) throw modelFailed(exchange, event.data);
  if (parsed === undefined) {
    throw event.isCut === true
      ? cut(exchange, undefined)
      : badStream(exchange, 'sent an event that is no JSON', event.data);
  }
  const values: readonly unknown[] = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  const messages = values.filter(isFields);
  for (const message of messages) {
    if (event.name === 'error' || isFailure(message)) throw modelFailed(exchange, message);
  }
  return messages;
}

/** The request was accepted, so that an error nobody classified is the server's. */
function modelFailed({ asked }: Exchange, value: unknown): ProviderError {
  const { message, type, retryAfterMs, isTransient = true } = readFailure(value);
  return fail(asked, 'MODEL_ERROR', 'answered with an error', {
    isTransient,
    type,
    retryAfterMs,
    words: message,
  });
}

function badStream({ asked }: Exchange, what: string, words?: string): ProviderError {
  return fail(asked, 'BAD_STREAM', what, { isTransient: false, words });
}

function cut({ asked }: Exchange, words: string | undefined): ProviderError {
  const what = 'ended its answer in the middle';
  return fail(asked, 'STREAM_CUT', what, { isTransient: true, words });
}

/** A server's words are bounded and told without secrets wherever they are shown. */
function metadataOf(
  { model, finishReason, usage }: AnswerFacts,
  { asked: { provider, secrets } }: Exchange,
): ContentMetadata {
  return {
    provider,
    ...(model === undefined ? {} : { model: shownText(model, secrets) }),
    ...(finishReason === undefined ? {} : { finishReason: shownText(finishReason, secrets) }),
    ...(usage === undefined ? {} : { usage }),
  };
}
