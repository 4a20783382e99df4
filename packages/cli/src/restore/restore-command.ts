import type { Restored } from '@palimpsest/originals';
import { asSwitch, type Arguments, type Command } from '../arguments/command.ts';
import {
  CONVERSATION_OPTION,
  FORMAT_OPTION,
  ORIGINALS_OPTIONS,
  REWRITE_OPTIONS,
} from '../arguments/shared-options.ts';
import { EXIT, type ExitCode, type MainIo } from '../main-io.ts';
import { createNaming } from '../originals/name-conversations.ts';
import { openExistingFolder } from '../originals/open-folder.ts';
import { rewriteConversations } from '../rewrite/rewrite-conversations.ts';
import { createRestoreReporter } from './restore-reporter.ts';

export const restoreCommand: Command = {
  options: {
    ...ORIGINALS_OPTIONS,
    ...CONVERSATION_OPTION,
    ...FORMAT_OPTION,
    ...REWRITE_OPTIONS,
    strict: asSwitch('exit with 3 if an original is missing'),
  },
  notes: [
    'Restores messages as they were before the first compression, and keeps what was appended since. What is missing from the folder stays compressed and is reported.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage or unreadable input, 3 an original is missing (--strict).',
  ],
  run: runRestore,
};

/** Result of restoring one conversation. */
export interface RestoreReport extends Omit<Restored<unknown>, 'messages'> {
  readonly id: string;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  /** Duration in milliseconds. */
  readonly ms: number;
}

async function runRestore(given: Arguments, io: MainIo): Promise<ExitCode> {
  const originals = await openExistingFolder('restore', given, io);
  const nameOf = createNaming(originals, given, io);
  let isIncomplete = false;
  await rewriteConversations<RestoreReport>(given, io, {
    async rewrite(conversation) {
      const { messages: before, id } = conversation;
      const started = io.now();
      const name = nameOf(conversation);
      const { messages, ...restored } = await originals.restore(before, { conversation: name });
      const { missing, ambiguous, damaged } = restored;
      // Nobody knows what a damaged record held.
      isIncomplete ||= missing.length + ambiguous.length + damaged > 0;
      const sizes = { messagesBefore: before.length, messagesAfter: messages.length };
      return { messages, report: { id, ...restored, ...sizes, ms: io.now() - started } };
    },
    createTextReporter: ({ name }) => createRestoreReporter(name, io),
    toJson: (report) => report,
  });
  return isIncomplete && given.has('strict') ? EXIT.missed : EXIT.done;
}
