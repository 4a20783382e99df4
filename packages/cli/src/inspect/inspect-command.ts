import type { Command } from '../arguments/option.ts';

export const inspectCommand: Command = {
  name: 'inspect',
  summary:
    'Shows what is in a conversation: by speaker, block and tool, what could go, what is broken.',
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
      help: 'auto (default), openai, anthropic, gemini, icontent or claude-code',
    },
    json: { type: 'boolean', help: 'the same as JSON' },
  },
  notes: [
    'Tokens are estimates. FILE may be - for standard input, and may be compressed with gzip.',
  ],
};
