import type { Option } from '../arguments/option.ts';

/** Options of commands that may ask a model. */
export const MODEL_OPTIONS: Readonly<
  Record<'provider' | 'model' | 'base-url' | 'model-window' | 'fallback', Option>
> = {
  provider: {
    type: 'string',
    short: 'p',
    hint: 'NAME',
    help: 'who writes summaries, for strategies that ask a model: openai, anthropic, gemini or ollama',
  },
  model: { type: 'string', short: 'm', hint: 'NAME', help: 'the model that is asked' },
  'base-url': {
    type: 'string',
    hint: 'URL',
    help: 'where the provider is, or a server that speaks like it',
  },
  'model-window': {
    type: 'string',
    hint: 'N',
    help: 'tokens of that model’s window, where it is smaller than the conversation’s (ollama: 4096 unless you say)',
  },
  fallback: {
    type: 'string',
    hint: 'NAME',
    help: 'the strategy to go on with when the model fails; one that asks none',
  },
};
