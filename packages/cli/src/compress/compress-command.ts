import type { Command } from '../arguments/option.ts';
import { DEFAULT_STRATEGY } from 'palimpsest';
import { FORMAT_HELP } from '../forms/format-names.ts';
import { MODEL_OPTIONS } from '../model/model-options.ts';
import { CONVERSATION_OPTION, ORIGINALS_OPTIONS } from '../originals/open-folder.ts';

export const compressCommand: Command = {
  name: 'compress',
  summary: 'Makes conversations smaller, and writes them in the form they came in.',
  argument: '[FILE|-]',
  options: {
    format: {
      type: 'string',
      short: 'f',
      hint: 'NAME',
      help: FORMAT_HELP,
    },
    strategy: {
      type: 'string',
      short: 's',
      hint: 'NAME',
      help: `how to compress (default: ${DEFAULT_STRATEGY}); "palimpsest strategies" lists them`,
    },
    'target-tokens': { type: 'string', short: 't', hint: 'N', help: 'where to end, in tokens' },
    'target-ratio': {
      type: 'string',
      short: 'r',
      hint: 'R',
      help: 'where to end, as a share of the input, or of its originals: more than 0, less than 1',
    },
    'context-limit': {
      type: 'string',
      short: 'c',
      hint: 'N',
      help: 'tokens of the model’s window, from which the target follows otherwise',
    },
    keep: {
      type: 'string',
      multiple: true,
      hint: 'TEXT',
      help: 'messages that hold this text stay as they are; may be given several times',
    },
    set: {
      type: 'string',
      multiple: true,
      hint: 'KEY=VALUE',
      help: 'a setting; may be given several times; "palimpsest strategies" lists them',
    },
    ...MODEL_OPTIONS,
    ...ORIGINALS_OPTIONS,
    ...CONVERSATION_OPTION,
    out: {
      type: 'string',
      short: 'o',
      hint: 'FILE|-',
      help: 'where the result goes (default: standard output); may be the input',
    },
    report: {
      type: 'string',
      hint: 'KIND',
      help: 'text (default), json (one object a conversation) or none; on standard error',
    },
    strict: { type: 'boolean', help: 'end with 3 when a target is not reached' },
    'skip-bad': { type: 'boolean', help: 'pass lines that cannot be read through as they are' },
  },
  notes: [
    'Input: a JSON array of messages, a request body or another object with "messages", "contents" or "input", JSON lines with one such conversation each, or a session log with one record a line; gzip is read too.',
    'With --originals, a strategy that wants it starts from what the conversation was before earlier compressions; the report says so.',
    'Keys come from the environment: OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or GOOGLE_API_KEY. Without --provider nothing leaves this machine.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage or unreadable input, 3 target missed (--strict).',
  ],
};
