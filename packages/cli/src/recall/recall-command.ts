import type { Command } from '../arguments/option.ts';
import { ORIGINALS_OPTIONS } from '../originals/open-folder.ts';

export const recallCommand: Command = {
  name: 'recall',
  summary: 'Prints what stood where "compress --originals" left a short id.',
  argument: 'ID',
  options: {
    lines: {
      type: 'string',
      short: 'l',
      hint: 'N-M',
      help: 'only these lines, counted from 1, as in 10-30; or one line, as in 10',
    },
    ...ORIGINALS_OPTIONS,
  },
  notes: [
    'ID is the beginning of an original’s id, of 8 digits or more, as in 1f0c9a3e. With .2 or more behind it, it is the second or a later tool result of that message. A # in front is fine where your shell lets it through.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 nothing found, or not one thing alone.',
  ],
};
