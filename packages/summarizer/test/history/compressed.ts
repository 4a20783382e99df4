import type {
  CompressionResult,
  CompressionStrategy,
  IContent,
  Services,
} from '@palimpsest/core-types';
import { isGeneratedSnapshot } from '@palimpsest/engine/history';
import {
  scriptedProvider,
  testContext,
  type ScriptedAnswer,
  type ScriptedProvider,
  type TestContextOptions,
} from '@palimpsest/testing';
import { createStrategy } from '@palimpsest/engine';
import { defineSummaryStrategy, type Split, type SummaryStrategy } from '../../src/history.ts';
import { textOf } from './framed-request.ts';

/** Services and settings of a strategy, by short names. */
export interface SummaryOptions extends Pick<Services, 'model' | 'toolTaxonomy' | 'nonce'> {
  readonly reducer?: () => CompressionStrategy | undefined;
  readonly timeoutMs?: unknown;
  readonly verification?: boolean;
}

/** Creates a strategy that summarizes a part of the history. */
export function summarizing(
  part: Pick<SummaryStrategy, 'name' | 'split'>,
  { reducer, timeoutMs, verification, ...services }: SummaryOptions = {},
): CompressionStrategy {
  const found = reducer?.();
  return createStrategy(defineSummaryStrategy({ description: 'Summarizes.', ...part }), {
    ...services,
    ...(found === undefined ? {} : { strategy: () => found }),
    settings: () => ({
      ...(timeoutMs === undefined ? {} : { 'compression.summary.timeoutMs': timeoutMs }),
      ...(verification === undefined ? {} : { compressionVerification: verification }),
    }),
  });
}

export interface Attempt {
  readonly result: CompressionResult;
  readonly model: ScriptedProvider;
  /** Text of the snapshot entry in the result, including the facts. */
  readonly snapshot: string | undefined;
}

export interface AttemptOptions extends TestContextOptions {
  readonly options?: SummaryOptions;
  /** The range that is summarized. @default all but the first entry and the last two */
  readonly split?: Split;
}

/** Compresses a history with a model that returns the given responses. */
export async function attempt(
  entries: readonly IContent[],
  answers: readonly ScriptedAnswer[] = [snapshotOf('Goal: ships.')],
  { options, split = { top: 1, bottom: entries.length - 2 }, ...context }: AttemptOptions = {},
): Promise<Attempt> {
  const model = scriptedProvider(answers, USAGE);
  const result = await summarizing(
    { name: 'test', split: () => split },
    { model, nonce: () => 'n0nce', ...options },
  ).compress(testContext(entries, context));
  const written =
    result.kind === 'applied' ? result.newHistory.find(isGeneratedSnapshot) : undefined;
  return { result, model, snapshot: written && textOf(written) };
}

export const USAGE = { promptTokens: 10, completionTokens: 2, totalTokens: 12 };

export function snapshotOf(text: string): string {
  return `<state_snapshot>\n${text}\n</state_snapshot>`;
}

/** `count` turns of about `words` words each, all with different texts. */
export function turns(count: number, words = 40): IContent[] {
  return Array.from({ length: count }, (_, at) => ({
    speaker: at % 2 === 0 ? 'human' : 'ai',
    blocks: [{ type: 'text', text: `Turn ${at}: ${`gate${at} opens `.repeat(words / 2).trim()}.` }],
  }));
}
