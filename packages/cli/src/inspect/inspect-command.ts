import type { Command } from '../arguments/option.ts';

export const inspectCommand: Command = {
  name: 'inspect',
  summary:
    'Shows what is in a conversation: by speaker, block and tool, what could go, what is broken. With --why, what a compression would keep of it, and why.',
  argument: 'FILE',
  options: {
    conversation: {
      type: 'string',
      short: 'c',
      hint: 'ID|#',
      help: 'one of many, by its id or its position, counted from 0',
    },
    format: {
      type: 'string',
      short: 'f',
      hint: 'NAME',
      help: 'auto (default), openai, anthropic, gemini, icontent, claude-code, ai-sdk or langchain',
    },
    why: {
      type: 'boolean',
      help: 'instead, what the strategy salience would keep of one conversation, line by line, and why',
    },
    'target-ratio': {
      type: 'string',
      short: 'r',
      hint: 'R',
      help: 'with --why: where to end, as a share of the tokens (default: 0.25)',
    },
    'target-tokens': {
      type: 'string',
      short: 't',
      hint: 'N',
      help: 'with --why: where to end, in tokens',
    },
    json: { type: 'boolean', help: 'the same as JSON' },
  },
  notes: [
    'Tokens are estimates. FILE may be - for standard input, and may be compressed with gzip.',
  ],
};
