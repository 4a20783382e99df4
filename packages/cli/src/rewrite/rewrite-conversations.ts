import { FormatError } from '@palimpsest/formats';
import type { Arguments } from '../arguments/command.ts';
import { readFormat } from '../arguments/option-values.ts';
import type { BadLine, Conversation } from '../conversations/conversation.ts';
import { readConversations } from '../conversations/read-conversations.ts';
import { UsageError } from '../errors.ts';
import { openInput, type Input } from '../input/open-input.ts';
import type { MainIo } from '../main-io.ts';
import { openOutput } from '../output/open-output.ts';
import { createJsonReporter, readReportKind, SILENT, type Reporter } from './reporter.ts';

interface Rewritten<Report> {
  readonly messages: readonly unknown[];
  readonly report: Report;
}

export interface RewriteSteps<Report> {
  /** Returns the new messages. `working` tells the user what takes long. */
  readonly rewrite: (
    conversation: Conversation,
    working: (text: string) => void,
  ) => Promise<Rewritten<Report>>;
  readonly createTextReporter: (input: Input) => Reporter<Report>;
  /** Returns the report as it is printed as JSON; `ms` is rounded. */
  readonly toJson: (report: Report) => object;
}

/**
 * Rewrites every conversation of the input, in the form it was read in. Writes all of the output, or nothing.
 *
 * @throws {UsageError} for unreadable input, unless `--skip-bad` copies it unchanged
 */
export async function rewriteConversations<Report extends { readonly ms: number }>(
  given: Arguments,
  io: MainIo,
  { rewrite, createTextReporter, toJson }: RewriteSteps<Report>,
): Promise<void> {
  const format = readFormat(given);
  const kind = readReportKind(given);
  if (given.positional === undefined && io.stdin.isTTY === true) {
    throw new UsageError('No input: give a file, or pipe a conversation in.');
  }
  const input = await openInput(given.positional ?? '-', io);
  const output = await openOutput(given.get('out') ?? '-', io);
  const reporter =
    kind === 'text'
      ? createTextReporter(input)
      : kind === 'json'
        ? createJsonReporter(io.stderr, toJson)
        : SILENT;
  const skip = async (bad: BadLine): Promise<void> => {
    if (!given.has('skip-bad') || !bad.isLine) throw new UsageError(bad.problem);
    await output.write(bad.text);
    reporter.skipped(bad);
  };
  try {
    for await (const item of readConversations(input.bytes, { name: input.name, format })) {
      io.signal?.throwIfAborted();
      if (item.kind === 'aside') await output.write(item.text);
      else if (item.kind === 'bad') await skip(item);
      else {
        const done = await rewriteOne(item, () =>
          rewrite(item, (text) => reporter.working?.(text)),
        );
        if ('problem' in done) await skip(done);
        else {
          await output.write(done.text);
          reporter.done(done.report);
        }
      }
    }
    await output.commit();
  } catch (error) {
    reporter.stop?.();
    await output.discard();
    throw error;
  }
  reporter.finish?.();
}

/** Returns the conversation as a bad line if its messages turn out not to be of its format. */
async function rewriteOne<Report>(
  item: Conversation,
  rewrite: () => Promise<Rewritten<Report>>,
): Promise<BadLine | { readonly text: string; readonly report: Report }> {
  try {
    const { messages, report } = await rewrite();
    return { text: item.rewrite(messages), report };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { text, place, isLine } = item;
    return { kind: 'bad', text, place, isLine, problem: `${place}: ${error.message}` };
  }
}
