import type { IContent, ModelProvider, ModelRequest } from '@palimpsest/core-types';
import { IdleLimit } from './http/idle-limit.ts';
import { kindOf } from './options/check-options.ts';
import { ProviderOptionError } from './provider-option-error.ts';
import { ProviderError } from './provider-error.ts';
import { oneText } from './request/one-text.ts';
import { plainTurns } from './request/plain-turns.ts';
import { stoppable } from './request/stoppable.ts';

/** What a function is asked. */
export interface FunctionRequest {
  /** The conversation to answer, oldest first. */
  readonly contents: readonly IContent[];
  /** The same as one text; `system:`, `human:` and `ai:` stand before what was said, where a model spoke before. */
  readonly text: string;
  /** Aborted when the caller gives up or has enough. */
  readonly signal: AbortSignal;
  /** Most tokens the answer may have, where the caller says. */
  readonly maxOutputTokens?: number;
}

/** The answer, whole or in pieces. */
export type AnswerFunction = (
  request: FunctionRequest,
) => string | AsyncIterable<string> | Promise<string | AsyncIterable<string>>;

/**
 * A provider made of a function: a model of your own, another library's, or a double. What it throws is passed on as it is; nothing is tried
 * again.
 *
 * @throws {ProviderOptionError}
 */
export function fromFunction(name: string, answer: AnswerFunction): ModelProvider {
  if (typeof name !== 'string' || name.trim() === '') {
    throw new ProviderOptionError('name', kindOf(name), 'a text that is not blank');
  }
  if (typeof answer !== 'function') {
    throw new ProviderOptionError('answer', kindOf(answer), 'a function');
  }
  return {
    name,
    generateChatCompletion: (request) =>
      stoppable(request.signal, (unwanted) => run(name, answer, request, unwanted)),
  };
}

async function* run(
  name: string,
  answer: AnswerFunction,
  { contents, signal: caller, maxOutputTokens }: ModelRequest,
  unwanted: AbortSignal,
): AsyncGenerator<IContent> {
  const text = oneText(plainTurns(contents));
  const limit = new IdleLimit(undefined, { aborted: caller, unwanted });
  const { signal } = limit;
  const most = maxOutputTokens === undefined ? {} : { maxOutputTokens };
  try {
    const given: unknown = await limit.wait(() => answer({ contents, text, signal, ...most }));
    if (typeof given === 'string') yield* say(name, given);
    else yield* sayAll(name, given, limit);
    yield { speaker: 'ai', blocks: [], metadata: { provider: name } };
  } finally {
    limit.close();
  }
}

/** Pieces after which the event loop gets a turn. An iterator whose answers are always there would let no timer and no signal through. */
const PIECES_A_TURN = 256;

async function* sayAll(name: string, given: unknown, limit: IdleLimit): AsyncGenerator<IContent> {
  if (!isAsyncIterable(given)) throw noText(name, given);
  const pieces = given[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (let count = 1; ; count += 1) {
      const { done, value } = await limit.wait(() => pieces.next());
      isDone = done === true;
      if (isDone) return;
      yield* say(name, value);
      if (count % PIECES_A_TURN === 0) await limit.wait(nextTurn);
    }
  } finally {
    // Not awaited: an iterator that hangs would hold its caller.
    if (!isDone)
      Promise.resolve()
        .then(() => pieces.return?.())
        .catch(() => {});
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function* say(name: string, text: unknown): Generator<IContent> {
  if (typeof text !== 'string') throw noText(name, text);
  if (text !== '') yield { speaker: 'ai', blocks: [{ type: 'text', text }] };
}

function noText(provider: string, value: unknown): ProviderError {
  const seen = kindOf(value);
  return new ProviderError(`${provider} answered with ${seen} where a text is wanted`, {
    code: 'BAD_STREAM',
    provider,
    isTransient: false,
    attempts: 1,
  });
}
