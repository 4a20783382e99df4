import {
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
  answers: readonly ScriptedAnswer[],
  usage?: UsageStats,
): ScriptedProvider {
  if (answers.length === 0) throw new Error('A script needs at least one answer.');
  const requests: ModelRequest[] = [];
  return {
    name: 'scripted',
    requests,
    generateChatCompletion(request) {
      const answer = answers[Math.min(requests.length, answers.length - 1)]!;
      requests.push(request);
      return chunks(answer, request, usage);
    },
  };
}

async function* chunks(
  answer: ScriptedAnswer,
  request: ModelRequest,
  usage: UsageStats | undefined,
): AsyncGenerator<IContent> {
  const { signal } = request;
  signal?.throwIfAborted();
  const said = await rejectOnAbort(settled(answer, request), signal);
  for (const chunk of typeof said === 'string' ? chunksOf(said, usage) : said) {
    signal?.throwIfAborted();
    yield chunk;
  }
}

async function settled(
  answer: ScriptedAnswer,
  request: ModelRequest,
): Promise<string | readonly IContent[]> {
  let made = answer;
  while (typeof made === 'function') made = await made(request);
  if (made instanceof Error) throw made;
  return made;
}

/** Splits a text into two chunks, never within a surrogate pair, and one with the usage. */
function* chunksOf(text: string, usage: UsageStats | undefined): Generator<IContent> {
  const half = Math.ceil(text.length / 2);
  const middle = isLowSurrogate(text.charCodeAt(half)) ? half + 1 : half;
  for (const piece of [text.slice(0, middle), text.slice(middle)]) {
    if (piece !== '') yield { speaker: 'ai', blocks: [{ type: 'text', text: piece }] };
  }
  yield {
    speaker: 'ai',
    blocks: [],
    metadata: { finishReason: 'stop', ...(usage === undefined ? {} : { usage }) },
  };
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
