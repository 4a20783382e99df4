import { checkMessages } from './check-messages.ts';
import { clonePlain } from './clone-plain.ts';
import type { Message } from './message.ts';
import type { AsyncCompressOptions, CompressOptions, SyncCompressOptions } from './options.ts';
import { readOptions } from './read-options.ts';
import type { CompressResult } from './result.ts';
import { rewrite } from './rewrite.ts';
import { answerAtOnce, answerWith } from './summarizing.ts';

/**
 * Makes a conversation smaller: prose becomes a summary, what stands again later a reference; code, data, tool calls and the newest messages
 * stay. `uncompress` gives everything back.
 *
 * Answers at once, or with a `summarizer` in a promise. Nothing that is handed in is changed; with a summarizer, what is stored is the
 * state at the time of the call.
 *
 * @throws {InvalidInputError} a `TypeError`, at once, for messages or options that cannot be worked with
 */
export function compress(
  messages: readonly Message[],
  options?: SyncCompressOptions,
): CompressResult;
export function compress(
  messages: readonly Message[],
  options: AsyncCompressOptions,
): Promise<CompressResult>;
export function compress(
  messages: readonly Message[],
  options?: CompressOptions,
): CompressResult | Promise<CompressResult>;
export function compress(
  messages: readonly Message[],
  options?: CompressOptions,
): CompressResult | Promise<CompressResult> {
  checkMessages(messages);
  const settings = readOptions(options);
  if (settings.summarizer === undefined) return answerAtOnce(rewrite(messages, messages, settings));
  const atCall = messages.map((message) => clonePlain(message));
  return answerWith(rewrite([...messages], atCall, settings), settings.summarizer);
}
