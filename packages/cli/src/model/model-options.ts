import type { Command } from '../arguments/option.ts';

/** Options of commands that may ask a model. */
export const MODEL_OPTIONS = {
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
    help: 'tokens of that model’s window, where it is smaller than the conversation’s: no request is larger',
  },
  fallback: {
    type: 'string',
    hint: 'NAME',
    help: 'the strategy to go on with when the model fails; one that asks none',
  },
} as const satisfies Command['options'];
