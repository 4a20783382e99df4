import { parseRequestBody } from '@palimpsest/formats';
import type { Originals } from '@palimpsest/originals';
import type { CompressOptions, CompressReport, Palimpsest } from 'palimpsest';
import type { Conversation } from '../conversations/conversation.ts';
import type { MainIo } from '../main-io.ts';
import { compressWithFallback } from '../model/model-calls.ts';
import { formatCount } from '../terminal/numbers.ts';
import { printable } from '../terminal/printable.ts';
import type { Rewrite } from '../rewrite-conversations.ts';
import type { Request } from './read-request.ts';
import type { ConversationReport } from './report.ts';

interface RewriteDependencies {
  readonly palimpsest: Palimpsest;
  readonly request: Request;
  readonly io: Pick<MainIo, 'now' | 'signal'>;
  readonly originals?: Originals | undefined;
  /** Returns the name of a conversation in the originals. */
  readonly nameOf?: ((conversation: Conversation) => string) | undefined;
}

export function createRewrite({
  palimpsest,
  request: { kept, strategy, fallback, model, options: requested },
  io: { now, signal },
  originals,
  nameOf,
}: RewriteDependencies): Rewrite<ConversationReport> {
  return async (conversation, working) => {
    const started = now();
    const { length } = conversation.messages;
    working(
      model === undefined
        ? `compressing ${formatCount(length, 'message')}`
        : `asking ${printable(`${model.provider.name} ${model.model}`, 50)}`,
    );
    // Strategies do not ask about the preserved tail, so texts that stand only there are recorded here.
    kept.recordFound(conversation.messages);
    const options: CompressOptions = {
      ...requested,
      format: conversation.format,
      ...(model && { model }),
      ...(originals && { originals }),
      ...(nameOf && { conversation: nameOf(conversation) }),
      ...(signal && { signal }),
    };
    const { result, ...done } = await compressWithFallback(strategy, fallback, (name) =>
      compressConversation(palimpsest, conversation, { ...options, strategy: name }),
    );
    const { report, messages } = result;
    // The report does not contain the repaired messages, which may be as large as the input.
    const repaired = report.repaired.map(({ kind, index, detail }) => ({ kind, index, detail }));
    const { id } = conversation;
    return { messages, report: { ...report, ...done, repaired, id, ms: now() - started } };
  };
}

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
