import { isObject, membersOf } from './framework/values.ts';
import type { Codec, Format, FormatName } from './codec.ts';
import { aiSdk } from './formats/ai-sdk.ts';
import { anthropic } from './formats/anthropic.ts';
import { claudeCode } from './formats/claude-code.ts';
import { codex } from './formats/codex.ts';
import { gemini } from './formats/gemini.ts';
import { genkit } from './formats/genkit.ts';
import { icontent } from './formats/icontent.ts';
import { langchain } from './formats/langchain.ts';
import { openaiAgents } from './formats/openai-agents.ts';
import { openaiResponses } from './formats/openai-responses.ts';
import { openai } from './formats/openai.ts';
import { pi } from './formats/pi.ts';

/** The list of formats: all that is known about one is in its file. */
export interface Codecs {
  readonly openai: typeof openai;
  readonly 'openai-responses': typeof openaiResponses;
  readonly 'openai-agents': typeof openaiAgents;
  readonly anthropic: typeof anthropic;
  readonly gemini: typeof gemini;
  readonly genkit: typeof genkit;
  readonly pi: typeof pi;
  readonly icontent: typeof icontent;
  readonly 'claude-code': typeof claudeCode;
  readonly codex: typeof codex;
  readonly 'ai-sdk': typeof aiSdk;
  readonly langchain: typeof langchain;
}

/** All codecs by format name. */
export const codecs: Codecs = {
  openai,
  'openai-responses': openaiResponses,
  'openai-agents': openaiAgents,
  anthropic,
  gemini,
  genkit,
  pi,
  icontent,
  'claude-code': claudeCode,
  codex,
  'ai-sdk': aiSdk,
  langchain,
};

/** Names of the supported message formats. */
export const FORMAT_NAMES: readonly FormatName[] = Object.keys(codecs) as FormatName[];

/** Returns the codec of a format, for messages whose shape is known at run time only. */
export function getCodec(name: FormatName): Codec {
  return codecs[name];
}

/** Returns whether messages of a format are records of a session log, some of which are no messages. */
export function isLogFormat(name: FormatName | undefined): boolean {
  return name !== undefined && getCodec(name).isLog === true;
}

/** A format, and whether no other format is possible. */
interface Finding {
  readonly format: FormatName;
  readonly isSure: boolean;
}

/**
 * Detects the format of messages by their shape. Returns `undefined` for an empty list and for unknown shapes. The first message that only
 * one format can contain decides. Plain texts of system, user and assistant are valid in two formats and count as `openai`.
 */
export function findFormat(messages: readonly unknown[]): Finding | undefined {
  let fallback: Finding | undefined;
  for (const message of messages) {
    const found = inspect(message);
    if (found === undefined || found.isSure) return found;
    // Plain texts could be of another format too.
    if (fallback === undefined || found.format !== 'openai') fallback = found;
  }
  return fallback;
}

/** A message that several formats may have is of the last one: special formats are later in the list. */
function inspect(message: unknown): Finding | undefined {
  if (!isObject(message)) return undefined;
  const formats: readonly Format<never>[] = Object.values(codecs).toReversed();
  let likely: FormatName | undefined;
  for (const { name: format, detect } of formats) {
    const certainty = detect(membersOf(message));
    if (certainty === 'sure') return { format, isSure: true };
    if (certainty === 'likely') likely ??= format;
  }
  return likely && { format: likely, isSure: false };
}
