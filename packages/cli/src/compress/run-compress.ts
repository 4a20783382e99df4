import { parseRequestBody } from '@palimpsest/formats';
import {
  createPalimpsest,
  type CompressOptions,
  type CompressReport,
  type Palimpsest,
} from 'palimpsest';
import type { Arguments } from '../arguments/option.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { MainIo } from '../main-io.ts';
import type { Conversation } from '../forms/item.ts';
import { namingFor, openFolder } from '../originals/open-folder.ts';
import { watchModel } from '../model/watch-model.ts';
import { withFallback } from '../model/with-fallback.ts';
import { rewriteConversations } from '../rewrite/rewrite-conversations.ts';
import { warnOfIdle } from '../settings/warn-of-idle.ts';
import { compressRequest } from './compress-request.ts';
import type { ConversationReport } from './conversation-report.ts';
import { warnOfMissing } from './kept-texts.ts';
import { makeReporter } from './make-reporter.ts';

/** Carries out `palimpsest compress`. */
export async function runCompress(given: Arguments, io: MainIo): Promise<ExitCode> {
  const palimpsest = createPalimpsest();
  const request = compressRequest(given, palimpsest.registry, io.env);
  warnOfIdle(request.idle, request.report, io);
  const { strategy, model } = request;
  const originals = await openFolder(given, io, { mustExist: false });
  const nameOf = originals === undefined ? undefined : namingFor(originals, given, io);
  const { signal, now } = io;
  let isMissed = false;
  await rewriteConversations<ConversationReport>(given, io, {
    ...request,
    reporterFor: (input) => makeReporter(request, input, io),
    async rewrite(conversation, working) {
      const { format, id } = conversation;
      const started = now();
      request.kept.lookIn(conversation.messages);
      const options: CompressOptions = {
        ...request.options,
        format,
        ...(model === undefined ? {} : { model: watchModel(model, working) }),
        ...(originals === undefined ? {} : { originals }),
        ...(nameOf === undefined ? {} : { conversation: nameOf(conversation) }),
        ...(signal === undefined ? {} : { signal }),
      };
      const done = await withFallback(strategy, request.fallback, (name) =>
        compressConversation(palimpsest, conversation, { ...options, strategy: name }),
      );
      const { result: compressed, fallback } = done;
      isMissed ||= (compressed.report.shortfallTokens ?? 0) > 0;
      return {
        messages: compressed.messages,
        report: {
          ...compressed.report,
          ...(fallback === undefined ? {} : { fallback }),
          id,
          ms: now() - started,
        },
      };
    },
  });
  warnOfMissing(request.kept.missing(), request.report, io);
  return isMissed && request.isStrict ? EXIT.missed : EXIT.done;
}

/** Compresses messages, or the whole request body they are in. */
async function compressConversation(
  palimpsest: Palimpsest,
  { messages, body }: Conversation,
  options: CompressOptions,
): Promise<{ readonly messages: readonly unknown[]; readonly report: CompressReport }> {
  if (body === undefined) return await palimpsest.compress(messages, options);
  const { body: after, report } = await palimpsest.compress(body.value, options);
  const written = after === body.value ? undefined : parseRequestBody(after, options.format);
  return { messages: written?.messages ?? messages, report };
}
