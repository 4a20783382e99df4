import {
  describeValue,
  PromptResolutionError,
  rejectOnAbort,
  type CompressionContext,
  type PromptResolver,
  type ResolvedModel,
} from '@palimpsest/core-types';
import { SNAPSHOT_PROMPT } from './asking/instructions.ts';

/** The name by which a host is asked for a prompt of its own. */
const PROMPT = 'compression';

/**
 * The host's prompt for this model, else the built-in one.
 *
 * @throws {PromptResolutionError} where the host's is blank or no text; whatever the host throws where it cannot be had
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
    throw new PromptResolutionError(PROMPT, `what was found is ${describeValue(prompt)}, no text`);
  }
  if (prompt.trim() === '')
    throw new PromptResolutionError(PROMPT, 'the one that was found is blank');
  return prompt;
}

/**
 * Prompts as files of a host: `providers/<provider>/models/<model>/<prompt>.md`, then `providers/<provider>/<prompt>.md`, then
 * `<prompt>.md` (REQ-CS-005).
 *
 * @param read the text of a file by its path, `undefined` where there is none
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

/** A name as one part of a path: names of models hold slashes, and must not lead out of the folder. */
function plain(name: string): string {
  return name.replace(/[/\\]/g, '-').replace(/^\.+/, '');
}
