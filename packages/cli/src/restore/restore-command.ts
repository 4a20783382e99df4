import type { Command } from '../arguments/option.ts';
import { FORMAT_HELP } from '../forms/format-names.ts';
import { CONVERSATION_OPTION, ORIGINALS_OPTIONS } from '../originals/open-folder.ts';

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Gives back what "compress --originals" took out of conversations.',
  argument: '[FILE|-]',
  options: {
    ...ORIGINALS_OPTIONS,
    ...CONVERSATION_OPTION,
    format: {
      type: 'string',
      short: 'f',
      hint: 'NAME',
      help: FORMAT_HELP,
    },
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
    strict: { type: 'boolean', help: 'end with 3 when something is missing' },
    'skip-bad': { type: 'boolean', help: 'pass lines that cannot be read through as they are' },
  },
  notes: [
    'Messages come back as they were before the first compression, with what was appended since. What the folder does not have any more stays as it is and is reported.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage or unreadable input, 3 something is missing (--strict).',
  ],
};
