import {
  describeValue,
  PromptResolutionError,
  rejectOnAbort,
  type CompressionContext,
  type PromptResolver,
  type ResolvedModel,
} from '@palimpsest/core-types';
import { SNAPSHOT_PROMPT } from './asking/build-request.ts';
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
 * `providers/<provider>/<prompt>.md`, `<prompt>.md`.
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
