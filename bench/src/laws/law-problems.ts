import {
  defined,
  type CompressionResult,
  type CompressionStrategy,
  type IContent,
} from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { checkInvariants } from '@palimpsest/conformance';
import { createIsProtected, repairHistory } from '@palimpsest/engine/history';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { createPalimpsest } from 'palimpsest';
import { contextOf } from '../compress-entries.ts';
import type { Conversation } from '../corpus.ts';
import { withDirectives } from '../with-directives.ts';
import { formatProblems, withoutNative } from './format-problems.ts';
import type { Subject } from './subjects.ts';

const palimpsest = createPalimpsest();

/** Returns every guarantee that a strategy breaks on a conversation, at each of its sizes and as a host calls it. */
export async function lawProblems(
  { messages }: Pick<Conversation, 'messages'>,
  subject: Subject,
): Promise<string[]> {
  const { name, ratios } = subject;
  const given = JSON.stringify(messages);
  const problems: string[] = [];
  for (const ratio of ratios) {
    const found = await orThrown(() => problemsAt(messages, subject, ratio));
    for (const problem of found) problems.push(`${name} at ${ratio ?? 'defaults'}: ${problem}`);
  }
  for (const problem of await orThrown(() => hostProblems(messages, subject))) {
    problems.push(`${name} as a host: ${problem}`);
  }
  if (JSON.stringify(messages) !== given) problems.push(`${name}: the input was changed`);
  return problems;
}

/** Returns a thrown error as a problem: `palimpsest` throws when a law is broken. */
async function orThrown(find: () => Promise<string[]>): Promise<string[]> {
  try {
    return await find();
  } catch (error) {
    return [String(error)];
  }
}

async function problemsAt(
  messages: Conversation['messages'],
  subject: Subject,
  targetRatio: number | undefined,
): Promise<string[]> {
  const problems: string[] = [];
  const options = { strategy: subject.name, ...defined({ targetRatio }) };
  const first = await palimpsest.compress<unknown>(messages, options);
  const second = await palimpsest.compress(messages, options);
  const bytes = JSON.stringify(first.messages);
  if (bytes !== JSON.stringify(second.messages)) problems.push('two runs differ');
  const { targetTokens, tokensAfter, shortfallTokens = 0 } = first.report;
  if (tokensAfter > targetTokens + shortfallTokens) {
    problems.push(`${tokensAfter} tokens for a target of ${targetTokens}`);
  }

  const before = repairHistory(openai.decode(messages)).history;
  // Decoded from JSON, as in another process: notices remembered in memory are not part of the messages.
  const after = openai.decode(JSON.parse(bytes) as never[]);
  const strategy = withDirectives(palimpsest.registry.resolve(subject.name));
  const { metadata } = await runAsHost(before, strategy, targetTokens);
  const tail = before.length - subject.tailStart(before, metadata.bottomPreserved);
  if (textOf(before, tail) !== textOf(after, tail)) problems.push('the tail changed');

  // Where the target was missed, a further compression may come closer to it.
  if (shortfallTokens > 0) return [...problems, ...formatProblems(after, before)];
  // Parsed from JSON, as if another process had written it.
  const read = JSON.parse(bytes) as unknown[];
  const again = await palimpsest.compress(read, {
    strategy: subject.name,
    targetTokens,
  });
  if (again.report.kind !== 'noop') problems.push('the output compresses again');
  if (JSON.stringify(again.messages) !== bytes) problems.push('a no-op changed bytes');
  return [...problems, ...formatProblems(after, before)];
}

/** Checks a strategy as a host calls it: without a target, whether or not compression is due. */
async function hostProblems(
  messages: Conversation['messages'],
  { name, tailStart }: Subject,
): Promise<string[]> {
  const before = repairHistory(openai.decode(messages)).history;
  const strategy = palimpsest.registry.resolve(name);
  const result = await runAsHost(before, strategy);
  if (result.kind === 'noop') return [];
  const { newHistory, metadata } = result;
  const { humanText, longHumanText } = palimpsest.registry
    .plugins()
    .find((plugin) => plugin.name === name)!;
  const broken = checkInvariants({
    before,
    after: newHistory,
    provenance: metadata.provenance ?? [],
    tailStart: tailStart(before, metadata.bottomPreserved),
    isProtected: createIsProtected(),
    humanText,
    ...(longHumanText === undefined ? {} : { longHumanText }),
    tokensBefore: estimateEntryTokens(before),
    tokensAfter: estimateEntryTokens(newHistory),
  }).map(({ law, message }) => `${law}: ${message}`);
  if ((metadata.shortfallTokens ?? 0) > 0) return broken;
  const again = await runAsHost(withoutNative(newHistory), strategy, metadata.targetTokens);
  return again.kind === 'noop' ? broken : [...broken, 'the output compresses again'];
}

async function runAsHost(
  history: readonly IContent[],
  strategy: CompressionStrategy,
  targetTokens?: number,
): Promise<CompressionResult> {
  return await strategy.compress({ ...contextOf(history), ...defined({ targetTokens }) });
}

/** Returns the newest entries as comparable text. */
function textOf(history: readonly IContent[], count: number): string {
  return JSON.stringify(withoutNative(history.slice(history.length - count)));
}
