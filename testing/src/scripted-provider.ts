import {
  defined,
  rejectOnAbort,
  type IContent,
  type ModelProvider,
  type ModelRequest,
  type UsageStats,
} from '@palimpsest/core-types';

/** One response of a scripted provider: its text, its chunks, an error to throw, or a function that returns one of these for a request. */
export type ScriptedAnswer =
  | string
  | readonly IContent[]
  | Error
  | ((request: ModelRequest) => ScriptedAnswer | Promise<ScriptedAnswer>);

export interface ScriptedProvider extends ModelProvider {
  /** The requests so far, oldest first. */
  readonly requests: readonly ModelRequest[];
}

/**
 * Creates a model that returns scripted responses in chunks, as a real one does. Repeats the last response when the script ends. An aborted
 * request rejects with the reason of its signal at any point.
 *
 * @param usage reported with the last chunk of each response that is a text
 */
export function scriptedProvider(
  script: readonly ScriptedAnswer[],
  usage?: UsageStats,
): ScriptedProvider {
  if (script.length === 0) throw new Error('script: expected at least one response, got none.');
  const requests: ModelRequest[] = [];
  return {
    name: 'scripted',
    requests,
    generateChatCompletion(request) {
      const response = script[Math.min(requests.length, script.length - 1)]!;
      requests.push(request);
      return respond(response, request, usage);
    },
  };
}

async function* respond(
  answer: ScriptedAnswer,
  request: ModelRequest,
  usage: UsageStats | undefined,
): AsyncGenerator<IContent> {
  const { signal } = request;
  signal?.throwIfAborted();
  const response = await rejectOnAbort(resolveResponse(answer, request), signal);
  for (const chunk of typeof response === 'string' ? splitIntoChunks(response, usage) : response) {
    signal?.throwIfAborted();
    yield chunk;
  }
}

async function resolveResponse(
  answer: ScriptedAnswer,
  request: ModelRequest,
): Promise<string | readonly IContent[]> {
  let resolved = answer;
  while (typeof resolved === 'function') resolved = await resolved(request);
  if (resolved instanceof Error) throw resolved;
  return resolved;
}

/** Splits a text into two chunks, never within a surrogate pair, and one with the usage. */
function* splitIntoChunks(text: string, usage: UsageStats | undefined): Generator<IContent> {
  const half = Math.ceil(text.length / 2);
  const unit = text.charCodeAt(half);
  const middle = unit >= 0xdc00 && unit <= 0xdfff ? half + 1 : half;
  for (const part of [text.slice(0, middle), text.slice(middle)]) {
    if (part !== '') yield { speaker: 'ai', blocks: [{ type: 'text', text: part }] };
  }
  const metadata = { finishReason: 'stop', ...defined({ usage }) };
  yield { speaker: 'ai', blocks: [], metadata };
}
