import { FormatError } from '@palimpsest/formats';
import { createPalimpsest } from 'palimpsest';
import type { Arguments } from '../arguments/option.ts';
import { readFormat } from '../arguments/values.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Conversation } from '../forms/item.ts';
import { readConversations } from '../forms/read-conversations.ts';
import { openInput, type Input } from '../input/open-input.ts';
import type { MainIo } from '../main-io.ts';
import { writeTo } from '../output/stream-output.ts';
import { Refusal } from '../refusal.ts';
import { lookOf } from '../terminal/look.ts';
import { findConversation } from './find-conversation.ts';
import { drawInspection } from './draw-inspection.ts';
import { drawOverview } from './draw-overview.ts';
import { inspectConversation } from './inspect-conversation.ts';
import type { Inspection, Overview } from './inspection.ts';
import { notFound } from './not-found.ts';
import { overviewBuilder } from './overview.ts';
import { runWhy } from './why/run-why.ts';
import { whyTarget } from './why/why-request.ts';

/** Carries out `palimpsest inspect`. */
export async function runInspect(given: Arguments, io: MainIo): Promise<ExitCode> {
  const format = readFormat(given);
  const target = whyTarget(given);
  const [file] = given.positionals;
  if (file === undefined)
    throw new Refusal('There is nothing to inspect: give a file, or - for standard input.');
  const input = await openInput(file, io);
  const options = { name: input.name, ...(format === undefined ? {} : { format }) };
  if (target !== undefined) {
    const conversation = await findConversation(input, options, given.get('conversation'));
    await runWhy(conversation, target, { ...io, isJson: given.has('json') });
    return EXIT.done;
  }
  const found = await inspectInput(input, options, given.get('conversation'), io.cwd);
  const look = lookOf(io.stdout, io.env);
  const lines = given.has('json')
    ? [JSON.stringify(found, undefined, 2)]
    : 'conversations' in found
      ? drawOverview(found, look)
      : drawInspection(found, look);
  await writeTo(io.stdout, `${lines.join('\n')}\n`);
  return EXIT.done;
}

/** One conversation in full: the one asked for, or the only one. Of many, what they hold together. */
async function inspectInput(
  { name, bytes }: Input,
  options: Parameters<typeof readConversations>[1],
  wanted: string | undefined,
  workspaceRoot: string,
): Promise<Inspection | Overview> {
  const strategy = createPalimpsest().registry.resolve('high-density');
  const builder = overviewBuilder();
  let only: Inspection | undefined;
  let byPosition: Inspection | undefined;
  let count = 0;
  let problem: string | undefined;
  const look = (conversation: Conversation): Inspection =>
    inspectConversation(conversation, strategy, workspaceRoot);
  for await (const item of readConversations(bytes, options)) {
    if (item.kind === 'aside') continue;
    if (item.kind === 'bad') {
      if (!item.isLine) throw new Refusal(item.problem);
      problem ??= item.problem;
      builder.addBadLine();
      continue;
    }
    const index = count;
    count += 1;
    if (wanted !== undefined) {
      if (item.id === wanted) return look(item);
      if (String(index) === wanted) byPosition = look(item);
      continue;
    }
    try {
      only = look(item);
      builder.add(only, index);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      problem ??= `${item.place}: ${error.message}`;
      if (!item.isLine) throw new Refusal(problem, { cause: error });
      builder.addBadLine();
    }
  }
  if (byPosition !== undefined) return byPosition;
  if (wanted !== undefined) throw notFound(wanted, count, name);
  const overview = builder.build(name);
  if (only === undefined) throw new Refusal(problem ?? `${name} holds no conversation.`);
  return overview.conversations === 1 && overview.badLines === 0 ? only : overview;
}
