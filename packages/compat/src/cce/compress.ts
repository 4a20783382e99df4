import { checkMessages } from './invalid-input-error.ts';
import { copyMessage, type Message } from './message.ts';
import {
  readOptions,
  type AsyncCompressOptions,
  type CompressOptions,
  type SyncCompressOptions,
} from './options.ts';
import type { CompressResult } from './result.ts';
import { rewrite } from './rewrite.ts';
import { answerAtOnce, answerWith } from './summarizing.ts';

/**
 * Compresses a conversation: replaces prose by summaries, and repeated texts by references to a later copy. Code, data, tool calls and the
 * newest messages are kept. `uncompress` restores everything.
 *
 * Returns the result, or a promise of it with a `summarizer`. Does not change the input; with a summarizer, it stores the messages as they
 * were at the time of the call.
 *
 * @throws {InvalidInputError} a `TypeError`, synchronously, when messages or options are invalid
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
  const atCall = messages.map(copyMessage);
  return answerWith(rewrite([...messages], atCall, settings), settings.summarizer);
}
