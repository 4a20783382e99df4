import { sentenceSpans, type Span } from '@palimpsest/text';
import { conversations } from '../corpus.ts';

/** A user message of a recorded conversation, and where its sentences are; none crosses a line break. */
export interface HumanMessage {
  readonly conversation: string;
  readonly source: string;
  /** Index among the messages of the conversation. */
  readonly message: number;
  readonly text: string;
  readonly sentences: readonly Span[];
}

/** What the recorded meetings are: people who talk to each other, and no agent is asked for anything. */
const MEETINGS = 'qmsum';

/**
 * The user messages of every second conversation, each text once. `held` are those that were labelled by hand and that nobody looked at
 * while the detector was made; `open` are the others, which the detector is improved with.
 */
export function* humanMessages(half: 'held' | 'open'): Generator<HumanMessage> {
  const seen = new Set<string>();
  let count = 0;
  for (const { id, source, messages } of conversations(true)) {
    const isHeld = count % 2 === 0;
    count += 1;
    for (const [message, { role, content }] of messages.entries()) {
      if (source === MEETINGS || role !== 'user' || typeof content !== 'string') continue;
      // A text of both halves belongs to the one where it is met first.
      if (seen.has(content)) continue;
      seen.add(content);
      if (isHeld !== (half === 'held')) continue;
      yield { conversation: id, source, message, text: content, sentences: sentenceSpans(content) };
    }
  }
}
