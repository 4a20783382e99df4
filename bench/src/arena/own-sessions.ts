import { readFileSync } from 'node:fs';
import { detectFormat, getCodec, parseRequestBody } from '@palimpsest/formats';
import { openai } from '@palimpsest/formats/openai';
import { messageCharacters, type ChatMessage } from '../retention/chat-message.ts';
import { probedHistory } from '../retention/families.ts';
import { rarityAmong } from '../retention/narrative/rarity.ts';
import { plainHistory, type ArenaSession } from './sessions.ts';
import { findValueProbes } from './value-probes.ts';

/** The share of its characters after which a session is cut. */
const CUT = 0.7;

/**
 * Reads sessions of a user: a request body or a list of messages as JSON, or a log with a record per line, in any format that this project knows.
 * What their last third needs of the rest is found by rules, as in the recorded sessions.
 *
 * @throws {Error} when a file has no conversation, or one that is too short to cut
 */
export function readOwnSessions(paths: readonly string[]): ArenaSession[] {
  const all = paths.map((path) => readMessages(path, readFileSync(path, 'utf8')));
  const rarity = rarityAmong(all);
  return all.map((messages, at) => {
    const cut = cutOf(messages);
    if (cut < 4) {
      throw new Error(
        `${paths[at]}: expected at least four messages before ${CUT} of its characters.`,
      );
    }
    const probes = findValueProbes(messages, cut);
    const set = { id: paths[at]!, cut, frac: CUT, prefix_chars: 0, probes };
    return { group: 'coding', history: plainHistory(probedHistory(messages, set, rarity)) };
  });
}

function readMessages(path: string, text: string): ChatMessage[] {
  const value = parse(text) ?? text.split('\n').flatMap((line) => parse(line) ?? []);
  const found = Array.isArray(value) ? (value as object[]) : parseRequestBody(value)?.messages;
  const format = found === undefined ? undefined : detectFormat(found);
  if (found === undefined || format === undefined) {
    throw new Error(`${path}: expected messages in one of the supported formats.`);
  }
  return openai.encode(getCodec(format).decode(found)) as ChatMessage[];
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the index of the first message of the assistant after the cut. */
function cutOf(messages: readonly ChatMessage[]): number {
  const room = CUT * messageCharacters(messages);
  let sum = 0;
  for (const [index, message] of messages.entries()) {
    if (sum >= room && message.role === 'assistant') return index;
    sum += messageCharacters([message]);
  }
  return 0;
}
