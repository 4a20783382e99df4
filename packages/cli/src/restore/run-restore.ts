import type { Arguments } from '../arguments/option.ts';
import { readChoice, readFormat } from '../arguments/values.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { MainIo } from '../main-io.ts';
import { namingFor, openFolder } from '../originals/open-folder.ts';
import { Refusal } from '../refusal.ts';
import { SILENT } from '../rewrite/reporter.ts';
import { REPORTS } from '../rewrite/report-kind.ts';
import { rewriteConversations } from '../rewrite/rewrite-conversations.ts';
import { restoreJsonReporter } from './report-json.ts';
import { restoreTextReporter } from './report-text.ts';
import { isIncomplete, type RestoreReport } from './restore-report.ts';

/** Carries out `palimpsest restore`. */
export async function runRestore(given: Arguments, io: MainIo): Promise<ExitCode> {
  const format = readFormat(given);
  const kind = readChoice(given, 'report', REPORTS) ?? 'text';
  const originals = await openFolder(given, io, { mustExist: true });
  if (originals === undefined) {
    throw new Refusal('restore needs --originals DIR: the folder that "compress" was given.');
  }
  const nameOf = namingFor(originals, given, io);
  let isMissing = false;
  await rewriteConversations<RestoreReport>(given, io, {
    format,
    out: given.get('out') ?? '-',
    skipsBad: given.has('skip-bad'),
    reporterFor: ({ name }) => {
      if (kind === 'json') return restoreJsonReporter(io.stderr);
      return kind === 'text' ? restoreTextReporter(name, io) : SILENT;
    },
    async rewrite(conversation) {
      const { messages: before, id } = conversation;
      const started = io.now();
      const name = nameOf(conversation);
      const { messages, ...figures } = await originals.restore(before, { conversation: name });
      const report = {
        ...figures,
        id,
        messagesBefore: before.length,
        messagesAfter: messages.length,
        ms: io.now() - started,
      };
      isMissing ||= isIncomplete(report);
      return { messages, report };
    },
  });
  return isMissing && given.has('strict') ? EXIT.missed : EXIT.done;
}
