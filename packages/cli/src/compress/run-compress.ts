import { createPalimpsest, type Palimpsest } from 'palimpsest';
import type { Arguments } from '../arguments/option.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { BadLine, Conversation } from '../forms/item.ts';
import { readConversations } from '../forms/read-conversations.ts';
import { openInput } from '../input/open-input.ts';
import type { MainIo } from '../main-io.ts';
import { openOutput } from '../output/open-output.ts';
import { Refusal } from '../refusal.ts';
import { asBadInput } from './bad-input.ts';
import { compressRequest, type CompressRequest } from './compress-request.ts';
import { makeReporter } from './make-reporter.ts';
import type { ConversationReport } from './reporter.ts';

/** Carries out `palimpsest compress`. */
export async function runCompress(given: Arguments, io: MainIo): Promise<ExitCode> {
  const palimpsest = createPalimpsest();
  const request = compressRequest(given, palimpsest.registry);
  const file = given.positionals[0] ?? '-';
  if (file === '-' && given.positionals.length === 0 && io.stdin.isTTY === true) {
    throw new Refusal('There is nothing to read: give a file, or pipe a conversation in.');
  }
  const input = await openInput(file, io);
  const output = await openOutput(request.out, io);
  const reporter = makeReporter(request, input, io);
  let isMissed = false;
  try {
    const { format } = request;
    const options = { name: input.name, ...(format === undefined ? {} : { format }) };
    for await (const item of readConversations(input.bytes, options)) {
      io.signal?.throwIfAborted();
      if (item.kind === 'aside') {
        await output.write(item.text);
        continue;
      }
      const done = await compressItem(palimpsest, item, request, io);
      await output.write(done.text);
      if (done.report === undefined) reporter.skipped(done.problem);
      else {
        reporter.compressed(done.report);
        isMissed ||= (done.report.shortfallTokens ?? 0) > 0;
      }
    }
    await output.commit();
  } catch (error) {
    reporter.stop();
    await output.discard();
    throw error;
  }
  reporter.finish();
  return isMissed && request.isStrict ? EXIT.missed : EXIT.done;
}

type Done =
  | { readonly text: string; readonly report: ConversationReport }
  | { readonly text: string; readonly report?: never; readonly problem: BadLine };

async function compressItem(
  palimpsest: Palimpsest,
  item: Conversation | BadLine,
  { options, skipsBad }: CompressRequest,
  { now, signal }: MainIo,
): Promise<Done> {
  const skip = (bad: BadLine): Done => {
    if (skipsBad && bad.isLine) return { text: bad.text, problem: bad };
    throw new Refusal(bad.problem);
  };
  if (item.kind === 'bad') return skip(item);
  const started = now();
  const { messages, format, id } = item;
  try {
    const compressed = await palimpsest.compress(messages, {
      ...options,
      format,
      ...(signal === undefined ? {} : { signal }),
    });
    const written = item.rewrite(compressed.messages);
    return { text: written, report: { ...compressed.report, id, ms: now() - started } };
  } catch (error) {
    const bad = asBadInput(error, item);
    if (bad === undefined) throw error;
    return skip(bad);
  }
}
