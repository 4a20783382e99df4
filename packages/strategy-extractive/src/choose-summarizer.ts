import { OptionError, type Summarizer } from '@palimpsest/core-types';
import type { ExtractiveInput } from './plan.ts';

const SUMMARIZER = 'compression.extractive.summarizer';

/**
 * Returns the summarizer that the settings name, else the service; `undefined` for the built-in deterministic one.
 *
 * @throws {OptionError} when no summarizer has the name; {CompressionStrategyError} `NO_MODEL` for `llm` without a model
 */
export async function chooseSummarizer(input: ExtractiveInput): Promise<Summarizer | undefined> {
  const { settings, services, context } = input;
  const name = settings[SUMMARIZER];
  if (name === undefined) return services.summarizer;
  if (name === 'deterministic') return undefined;
  const named = services.summarizers ?? {};
  if (Object.hasOwn(named, name)) return named[name];
  if (name === 'llm') {
    // Loaded only now: most hosts never ask a model.
    const { modelSummarizer } = await import('./model-summarizer.ts');
    return await modelSummarizer(context, services);
  }
  const known = ['deterministic', 'llm', ...Object.keys(named)].join(', ');
  throw new OptionError(SUMMARIZER, name, `one of ${known}`);
}
