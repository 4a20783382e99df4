import type { Arguments } from '../arguments/option.ts';
import type { BadLine, Conversation } from '../forms/item.ts';
import { readConversations } from '../forms/read-conversations.ts';
import { openInput, type Input } from '../input/open-input.ts';
import type { MainIo } from '../main-io.ts';
import { openOutput } from '../output/open-output.ts';
import { Refusal } from '../refusal.ts';
import type { FormatName } from '@palimpsest/formats';
import { asBadInput } from './bad-input.ts';
import type { Reporter } from './reporter.ts';

/** What becomes of one conversation. */
interface Rewritten<Report> {
  readonly messages: readonly unknown[];
  readonly report: Report;
}

export interface RewriteRequest<Report> {
  readonly format: FormatName | undefined;
  readonly out: string;
  readonly skipsBad: boolean;
  readonly reporterFor: (input: Input) => Reporter<Report>;
  /** `working` says what takes its time. */
  readonly rewrite: (
    conversation: Conversation,
    working: (text: string) => void,
  ) => Promise<Rewritten<Report>>;
}

/**
 * Writes every conversation of an input with other messages, in the form it came in. Either all of the output is there in the end, or
 * none.
 *
 * @throws {Refusal} for what cannot be read, unless `skipsBad` passes it through
 */
export async function rewriteConversations<Report>(
  given: Arguments,
  io: MainIo,
  { format, out, skipsBad, reporterFor, rewrite }: RewriteRequest<Report>,
): Promise<void> {
  const file = given.positionals[0] ?? '-';
  if (file === '-' && given.positionals.length === 0 && io.stdin.isTTY === true) {
    throw new Refusal('There is nothing to read: give a file, or pipe a conversation in.');
  }
  const input = await openInput(file, io);
  const output = await openOutput(out, io);
  const reporter = reporterFor(input);
  const skip = async (bad: BadLine): Promise<void> => {
    if (!skipsBad || !bad.isLine) throw new Refusal(bad.problem);
    await output.write(bad.text);
    reporter.skipped(bad);
  };
  try {
    const options = { name: input.name, ...(format === undefined ? {} : { format }) };
    for await (const item of readConversations(input.bytes, options)) {
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
    reporter.stop();
    await output.discard();
    throw error;
  }
  reporter.finish();
}

/** A conversation whose messages turn out not to be of their format is a bad line. */
async function rewriteOne<Report>(
  item: Conversation,
  rewrite: () => Promise<Rewritten<Report>>,
): Promise<BadLine | { readonly text: string; readonly report: Report }> {
  try {
    const { messages, report } = await rewrite();
    return { text: item.rewrite(messages), report };
  } catch (error) {
    const bad = asBadInput(error, item);
    if (bad === undefined) throw error;
    return bad;
  }
}
