import { createStrategy } from '@palimpsest/engine';
import type { CompressionStrategy, IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import {
  isGeneratedSnapshot,
  checkInvariants,
  createIsProtected,
  repairHistory,
} from '@palimpsest/history';
import { parseFacts, type SnapshotFacts } from '@palimpsest/summarizer/history';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { oneShot } from '@palimpsest/strategy-one-shot';
import { scriptedProvider } from '@palimpsest/testing';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import type { Conversation } from '../corpus.ts';
import { formatProblems, withoutNative } from './format-problems.ts';

/** A strategy that uses a model, and the end of the head in its results. */
export interface ModelSubject {
  readonly name: string;
  readonly create: () => CompressionStrategy;
  readonly headEnd: (result: readonly IContent[]) => number;
}

/** Each strategy with a model whose summary omits everything. */
export const MODEL_SUBJECTS: readonly ModelSubject[] = [
  {
    name: 'middle-out',
    create: () => createStrategy(middleOut, { model: forgetful() }),
    headEnd: (result) => result.findIndex(isGeneratedSnapshot),
  },
  {
    name: 'one-shot',
    create: () => createStrategy(oneShot, { model: forgetful() }),
    headEnd: (result) => result.findIndex((entry) => !createIsProtected()(entry)),
  },
];

const ROUNDS = 10;

/** Entries added per round: enough to make a summary worthwhile. */
const ADDED = 12;

function forgetful() {
  return scriptedProvider(['<state_snapshot>\nThe work went on.\n</state_snapshot>']);
}

/**
 * Returns every guarantee that a strategy breaks on a growing conversation that is compressed ten times; `undefined` if it is too short to
 * compress at all.
 */
export async function modelProblems(
  { messages }: Pick<Conversation, 'messages'>,
  { create, headEnd }: ModelSubject,
): Promise<string[] | undefined> {
  const strategy = create();
  const problems: string[] = [];
  let history = pinned(repairHistory(openai.decode(messages)).history);
  let first: Round | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    const after = await compressOnce(history, strategy, (problem) =>
      problems.push(`round ${round}: ${problem}`),
    );
    if (after === undefined && first === undefined) return undefined;
    if (after !== undefined) {
      const now = roundOf(after, headEnd);
      if (first !== undefined)
        problems.push(...lost(first, now).map((what) => `round ${round}: ${what}`));
      first ??= now;
      history = after;
    }
    history = [...history, ...goingOn(round)];
  }
  return problems;
}

/** State that must be the same after every compression. */
interface Round {
  readonly head: readonly IContent[];
  readonly entries: ReadonlySet<IContent>;
  readonly pinned: readonly IContent[];
  readonly facts: SnapshotFacts;
}

function roundOf(history: readonly IContent[], headEnd: ModelSubject['headEnd']): Round {
  return {
    head: history.slice(0, headEnd(history)),
    entries: new Set(history),
    pinned: history.filter(createIsProtected()),
    facts: parseFacts(history.find(isGeneratedSnapshot)!),
  };
}

function lost(first: Round, now: Round): string[] {
  const found: string[] = [];
  if (
    first.head.some((entry, index) => now.head[index] !== entry) ||
    now.head.length !== first.head.length
  ) {
    found.push(`the head has ${now.head.length} entries, and had ${first.head.length}`);
  }
  if (first.pinned.some((entry) => !now.entries.has(entry))) found.push('a pinned entry is gone');
  const { directives, trail } = first.facts;
  for (const [index, directive] of directives.entries()) {
    const then = now.facts.directives[index];
    if (then?.text !== directive.text || then.force !== directive.force) {
      found.push(`directive ${index} is another`);
    }
  }
  const paths = trail.files.map(({ path }) => path);
  const commands = trail.commands.map(({ command }) => command);
  if (paths.some((path, index) => now.facts.trail.files[index]?.path !== path))
    found.push('a file is gone');
  if (commands.some((command, index) => now.facts.trail.commands[index]?.command !== command)) {
    found.push('a command is gone');
  }
  if (now.facts.task !== first.facts.task && first.facts.task !== undefined)
    found.push('the task is another');
  return found;
}

async function compressOnce(
  before: readonly IContent[],
  strategy: CompressionStrategy,
  report: (problem: string) => void,
): Promise<IContent[] | undefined> {
  const tokensBefore = estimateEntryTokens(before);
  const result = await strategy.compress({
    history: before,
    estimateTokens: estimateEntryTokens,
    currentTokenCount: tokensBefore,
    runtimeContext: { ephemerals: {} },
  });
  if (result.kind === 'noop') return undefined;
  const { newHistory, metadata } = result;
  const { provenance = [], bottomPreserved = 0 } = metadata;
  const broken = checkInvariants({
    before,
    after: newHistory,
    provenance,
    tailStart: before.length - bottomPreserved,
    isProtected: createIsProtected(),
    humanText: 'eligible',
    tokensBefore,
    tokensAfter: estimateEntryTokens(newHistory),
  });
  for (const { law, index, message } of broken) report(`${law} at ${index}: ${message}`);
  for (const problem of formatProblems(plain(newHistory), before)) report(problem);
  return newHistory;
}

/** Pins every ninth entry. */
function pinned(history: readonly IContent[]): IContent[] {
  return history.map((entry, index) =>
    index % 9 === 4 ? { ...entry, metadata: { ...entry.metadata, pinned: true } } : entry,
  );
}

function goingOn(round: number): IContent[] {
  return Array.from({ length: ADDED }, (_, index) => ({
    speaker: index % 2 === 0 ? 'ai' : 'human',
    blocks: [
      {
        type: 'text',
        text: `Step ${index} of round ${round}: ${'it went on as before. '.repeat(12)}`,
      },
    ],
  }));
}

/** Returns entries as a format can represent them, without host-only metadata. */
function plain(history: readonly IContent[]): IContent[] {
  return withoutNative(history).map(({ speaker, blocks, metadata }) => ({
    speaker,
    blocks,
    ...(metadata?.['name'] === undefined ? {} : { metadata: { name: metadata['name'] } }),
  }));
}
