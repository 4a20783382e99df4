import {
  describeValue,
  PalimpsestError,
  PromptResolutionError,
  rejectOnAbort,
  type CompressionContext,
  type CompressionStrategy,
  type PromptResolver,
  type ResolvedModel,
  type Services,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import type { SettingsOf, StrategyInput } from '@palimpsest/engine';
import { randomHexString } from '@palimpsest/text';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { SNAPSHOT_PROMPT } from './asking/build-request.ts';

const REDUCE_WITH = 'compression.summary.reduceWith';
const NO_REDUCER = 'none';

/** Settings of every strategy that calls a model; read at each compression. */
export const summarySettings = [
  {
    key: 'compression.summary.reduceWith',
    type: 'string',
    description:
      'Strategy that shortens the input of the summary model if it exceeds one request; "none": it is summarized in parts.',
    default: 'salience',
  },
  {
    key: 'compression.summary.timeoutMs',
    type: 'integer',
    description: 'Time limit of one call of the summary model, in milliseconds.',
    default: 120_000,
    minimum: 1,
    // The longest delay of a timer.
    maximum: 2_147_483_647,
  },
] as const;

/** What a summary by a model needs besides the history. */
export interface ModelOptions {
  /** Name of the strategy, for errors. */
  readonly strategy: string;
  readonly context: CompressionContext;
  readonly model: Services['model'];
  readonly toolTaxonomy: ToolTaxonomy;
  /** Returns the strategy that reduces a history too large for one request. Without one, the history is summarized in parts. */
  readonly reducer: () => CompressionStrategy | undefined;
  /** Time limit of a model call, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether a model verifies each summary. */
  readonly isVerified: boolean;
  readonly nonce: () => string;
  /** Removes secrets from every text that is sent to the model. */
  readonly redact: (text: string) => string;
}

export function readModelOptions(
  strategy: string,
  { settings, services, context }: StrategyInput<SettingsOf<typeof summarySettings>>,
): ModelOptions {
  const {
    toolTaxonomy = defaultToolTaxonomy,
    nonce = randomHexString,
    model,
    redact = (text) => text,
  } = services;
  const reduceWith = settings[REDUCE_WITH];
  // A setting of every host, not of these strategies.
  const values = { ...services.settings(), ...context.settings };
  return {
    strategy,
    context,
    model,
    toolTaxonomy,
    nonce,
    redact,
    timeoutMs: settings['compression.summary.timeoutMs'],
    isVerified: context.compressionVerification ?? values['compressionVerification'] === true,
    reducer() {
      if (reduceWith === NO_REDUCER) return undefined;
      try {
        return services.strategy(reduceWith);
      } catch (error) {
        // The default reducer is optional: without it, the history is summarized in parts.
        const isAbsent = PalimpsestError.isInstance(error) && error.code === 'UNKNOWN_STRATEGY';
        if (isAbsent && values[REDUCE_WITH] === undefined) return undefined;
        throw error;
      }
    },
  };
}

/** Name of the prompt that the host may replace. */
const PROMPT = 'compression';

/**
 * Returns the host's prompt for this model, else the built-in one.
 *
 * @throws {PromptResolutionError} when the host's prompt is blank or not a string; the errors of the host's resolver
 */
export async function resolvePrompt(
  { resolvePrompt: resolve, signal }: CompressionContext,
  { provider, model }: ResolvedModel,
): Promise<string> {
  if (resolve === undefined) return SNAPSHOT_PROMPT;
  const asked = { provider: provider.name, ...(model === undefined ? {} : { model }) };
  const prompt: unknown = await rejectOnAbort(resolve(PROMPT, asked), signal);
  if (prompt === undefined) return SNAPSHOT_PROMPT;
  if (typeof prompt !== 'string') {
    throw new PromptResolutionError(PROMPT, `expected a string, got ${describeValue(prompt)}`);
  }
  if (prompt.trim() === '') throw new PromptResolutionError(PROMPT, 'the prompt is blank');
  return prompt;
}

/**
 * Creates a resolver for prompt files. Reads the first that exists: `providers/<provider>/models/<model>/<prompt>.md`,
 * `providers/<provider>/<prompt>.md`, `<prompt>.md` (REQ-CS-005).
 *
 * @param read returns the text of a file, `undefined` if it does not exist
 */
export function promptFiles(
  read: (path: string) => string | undefined | Promise<string | undefined>,
): PromptResolver {
  return async (prompt, { provider, model }) => {
    const folder = `providers/${plain(provider)}`;
    const paths = [
      ...(model === undefined ? [] : [`${folder}/models/${plain(model)}/${prompt}.md`]),
      `${folder}/${prompt}.md`,
      `${prompt}.md`,
    ];
    for (const path of paths) {
      const text = await read(path);
      if (text !== undefined) return text;
    }
    return undefined;
  };
}

/** Returns the name as one path segment: model names contain slashes and must not lead out of the folder. */
function plain(name: string): string {
  return name.replace(/[/\\]/g, '-').replace(/^\.+/, '');
}
