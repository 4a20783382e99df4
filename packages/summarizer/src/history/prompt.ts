import {
  describeValue,
  PromptResolutionError,
  rejectOnAbort,
  type CompressionContext,
  type ResolvedModel,
} from '@palimpsest/core-types';
import { SNAPSHOT_PROMPT } from './build-request.ts';

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
