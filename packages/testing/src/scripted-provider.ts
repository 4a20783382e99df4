import type { IContent, ModelProvider, ModelRequest, UsageStats } from '@palimpsest/core-types';

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
 * A model that answers by a script, chunk by chunk as a real one does. The last answer is given again when the script is at its end.
 *
 * @param usage what every answer costs, told with its last chunk
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
    async *generateChatCompletion(request) {
      const answer = answers[Math.min(requests.length, answers.length - 1)]!;
      requests.push(request);
      yield* chunksOf(await settled(answer, request), usage);
    },
  };
}

async function settled(
  answer: ScriptedAnswer,
  request: ModelRequest,
): Promise<Exclude<ScriptedAnswer, (request: ModelRequest) => unknown>> {
  let made = answer;
  while (typeof made === 'function') {
    request.signal?.throwIfAborted();
    made = await made(request);
  }
  if (made instanceof Error) throw made;
  return made;
}

/** A text comes in pieces, as it does from a model, with the figures behind it. */
function* chunksOf(
  answer: Exclude<ScriptedAnswer, (request: ModelRequest) => unknown>,
  usage: UsageStats | undefined,
): Generator<IContent> {
  if (answer instanceof Error) throw answer;
  if (typeof answer !== 'string') {
    yield* answer;
    return;
  }
  const half = Math.ceil(answer.length / 2);
  for (const text of [answer.slice(0, half), answer.slice(half)]) {
    if (text !== '') yield { speaker: 'ai', blocks: [{ type: 'text', text }] };
  }
  yield {
    speaker: 'ai',
    blocks: [],
    metadata: { finishReason: 'stop', ...(usage === undefined ? {} : { usage }) },
  };
}
