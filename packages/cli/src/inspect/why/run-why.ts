import type { MainIo } from '../../main-io.ts';
import type { Conversation } from '../../forms/item.ts';
import { streamOutput } from '../../output/stream-output.ts';
import { lookOf } from '../../terminal/look.ts';
import { drawWhy } from './draw-why.ts';
import { explainConversation, type WhyTarget } from './explain-conversation.ts';

/** Writes what would be kept of a conversation, and why, line by line or as JSON. */
export async function runWhy(
  conversation: Conversation,
  target: WhyTarget,
  { stdout, env, isJson }: Pick<MainIo, 'stdout' | 'env'> & { readonly isJson: boolean },
): Promise<void> {
  const why = await explainConversation(conversation, target);
  const output = streamOutput(stdout);
  const lines = isJson ? [JSON.stringify(why, undefined, 2)] : drawWhy(why, lookOf(stdout, env));
  for (const line of lines) await output.write(`${line}\n`);
  await output.commit();
}
