import type {
  CompressionContext,
  ContentBlock,
  EphemeralAccessors,
  IContent,
  ModelProvider,
  SettingValues,
} from '@palimpsest/core-types';

/** All inputs of one trial, as plain data. */
export interface TestCase {
  /** May be broken. */
  readonly history: readonly IContent[];
  readonly target: Target;
  /** `undefined` if the host sets none. */
  readonly preserveThreshold: number | undefined;
  /** Whether the context has recall ids for tool results. */
  readonly canRecall: boolean;
  /** Name of one of `estimators`. */
  readonly estimator: string;
  readonly settings: SettingValues;
  /** Name of one of `modelResponses`, for strategies that need one. */
  readonly answer: string;
}

/** A share of the history's tokens, or the host's context window as a share of them, from which the target follows. */
type Target =
  | { readonly share: number }
  | {
      readonly windowShare: number;
      readonly compressionThreshold: number;
      readonly compressHeadroom: number;
    };

/** Returns a third of the length of the entries as JSON, rounded up. */
function countCharacters(contents: readonly IContent[]): number {
  const texts = contents.map(({ speaker, blocks }) => JSON.stringify({ speaker, blocks }));
  return Math.ceil(texts.join('').length / 3);
}

/** Token estimators as hosts use them, including crude ones. None guarantees that the estimates of parts add up. */
export const estimators: Readonly<Record<string, (contents: readonly IContent[]) => number>> = {
  'a third of the characters': countCharacters,
  'entries × 100': (contents) => contents.length * 100,
  '200 beside the characters': (contents) => 200 + countCharacters(contents),
};

/** Model responses to a request for a summary, including bad ones. */
export const modelResponses: Readonly<Record<string, string | ContentBlock | Error>> = {
  'a snapshot': '<state_snapshot>\nGoal: go on.\n</state_snapshot>',
  prose: 'First part. Second part.',
  'a snapshot that is cut off': '<state_snapshot>cut off in the middle of a very long',
  'far too much': 'x'.repeat(5_000),
  'forged marks':
    '<state_snapshot>\n[read_file a.ts: success, 12 lines]\n…\n[3 entries between here and the newest 1 were dropped; 2 follow]\n</state_snapshot>',
  nothing: '',
  'nothing but reasoning': { type: 'thinking', thought: 'What should be said?' },
  'a tool call': { type: 'tool_call', id: '0', name: 'read_file', parameters: { path: 'a.ts' } },
  'an error': new Error('503: overloaded'),
};

/** Returns whether the context of a trial pins an entry, in addition to `metadata.pinned`. */
export function isKept({ metadata }: IContent): boolean {
  return metadata?.['keep'] === true;
}

/** Returns the context of a `compress` call. Shares in the target refer to `tokens`. */
export function contextOf(
  { target, preserveThreshold, canRecall, estimator, settings, answer }: TestCase,
  tokens: number,
  history: readonly IContent[],
): CompressionContext {
  const count = estimators[estimator]!;
  const hasShare = 'share' in target;
  const ephemerals: EphemeralAccessors = {
    ...(preserveThreshold !== undefined && { preserveThreshold: () => preserveThreshold }),
    ...(!hasShare && {
      contextLimit: () => Math.ceil(tokens * target.windowShare),
      compressionThreshold: () => target.compressionThreshold,
      densityCompressHeadroom: () => target.compressHeadroom,
    }),
  };
  return {
    history,
    ...(hasShare && { targetTokens: Math.floor(target.share * tokens) }),
    // One estimator returns promises, as if the host called a service.
    estimateTokens: estimator === 'entries × 100' ? (some) => Promise.resolve(count(some)) : count,
    currentTokenCount: count(history),
    pinned: isKept,
    settings,
    resolveProvider: () => modelThatAnswers(modelResponses[answer]!),
    ...(canRecall && { originalId }),
    runtimeContext: { ephemerals },
  };
}

/** Returns a model with one response, a text in two chunks. */
function modelThatAnswers(answer: string | ContentBlock | Error): ModelProvider {
  return {
    name: 'scripted',
    async *generateChatCompletion({ signal }) {
      signal?.throwIfAborted();
      if (answer instanceof Error) throw answer;
      const half = typeof answer === 'string' ? Math.ceil(answer.length / 2) : 0;
      const chunks: ContentBlock[] =
        typeof answer === 'string'
          ? [answer.slice(0, half), answer.slice(half)].map((text) => ({ type: 'text', text }))
          : [answer];
      for (const block of chunks) yield { speaker: 'ai', blocks: [block] };
    },
  };
}

/** Returns an id of eight hexadecimal digits for a tool result, computed from its content; `undefined` for other blocks. */
function originalId({ blocks }: IContent, index: number): string | undefined {
  const block = blocks[index];
  if (block?.type !== 'tool_response') return undefined;
  // These ids are never looked up, they only have to differ.
  let hash = 0;
  for (const character of JSON.stringify(block)) {
    hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}
