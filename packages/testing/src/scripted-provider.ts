import {
  rejectOnAbort,
  type IContent,
  type ModelProvider,
  type ModelRequest,
  type UsageStats,
} from '@palimpsest/core-types';

/** One answer of a scripted provider: its text, its chunks, what is thrown instead, or a function that makes one of these of the request. */
export type ScriptedAnswer =
  | string
  | readonly IContent[]
  | Error
  | ((request: ModelRequest) => ScriptedAnswer | Promise<ScriptedAnswer>);

export interface ScriptedProvider extends ModelProvider {
  /** What it was asked, oldest first. */
  readonly requests: readonly ModelRequest[];
}

/**
 * A model that answers by a script, chunk by chunk as a real one does. The last answer is given again when the script is at its end. A
 * request whose signal aborts ends with the signal's reason, wherever it is.
 *
 * @param usage what every answer costs, told with its last chunk where the script gives the answer as a text
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

/** A text comes in pieces, as it does from a model, none of them with half a character, and the figures behind it. */
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
