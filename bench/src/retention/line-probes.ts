import { contentText, decodeArguments, type ChatMessage } from './chat-message.ts';
import { farEnd } from './probes.ts';

/** A whole line of the history that the agent wrote again after the cut, before anything else showed it again. */
export interface LineProbe {
  readonly line: string;
  /** Whether its last occurrence is outside the newest 30 % of the history. */
  readonly isFar: boolean;
}

const MIN_LENGTH = 25;
const LINE_NUMBER = /^\s*\d+(?:→|\t|: ?)/;
const LETTER = /\p{L}/u;

/** Returns the line probes of a conversation whose history is the messages before `cut`. */
export function findLineProbes(messages: readonly ChatMessage[], cut: number): LineProbe[] {
  const lastSeen = new Map<string, number>();
  for (const [index, message] of messages.slice(0, cut).entries()) {
    if (message.role === 'system') continue;
    for (const line of linesOf(message)) lastSeen.set(line, index);
  }
  const written = new Set<string>();
  const shown = new Set<string>();
  for (const message of messages.slice(cut)) {
    if (message.role !== 'assistant') {
      for (const line of linesOf(message)) shown.add(line);
      continue;
    }
    for (const raw of argumentLines(message)) {
      const line = raw.trim();
      if (line.length < MIN_LENGTH || !lastSeen.has(line) || shown.has(line)) continue;
      if (LETTER.test(line)) written.add(line);
    }
  }
  const end = farEnd(cut);
  return [...written].map((line) => ({ line, isFar: lastSeen.get(line)! < end }));
}

/**
 * Returns every line of compressed messages without system messages, normalized as in line probes, as one text. A line counts as kept where it
 * stands inside another line: a report may put words before it.
 */
export function textOfLines(messages: readonly ChatMessage[]): string {
  const lines = new Set<string>();
  for (const message of messages) {
    if (message.role === 'system') continue;
    for (const line of linesOf(message)) lines.add(line);
  }
  return [...lines].join('\n');
}

function* linesOf(message: ChatMessage): Generator<string> {
  for (const text of [contentText(message), message.reasoning_content ?? '']) {
    for (const line of text.split('\n')) yield bare(line);
  }
  for (const line of argumentLines(message)) yield bare(line);
}

function* argumentLines({ tool_calls: calls = [] }: ChatMessage): Generator<string> {
  for (const call of calls) {
    for (const text of decodeArguments(call.function.arguments).strings) yield* text.split('\n');
  }
}

/** Returns a line without its number and surrounding blanks. */
function bare(line: string): string {
  return line.replace(LINE_NUMBER, '').trim();
}
