import { contentText, decodeArguments, type ChatMessage } from '../chat-message.ts';
import type { NarrativeProbe } from './narrative-probes.ts';
import type { Rarity } from './rarity.ts';
import { createShownLines } from './shown-lines.ts';

/** Share of a sentence's weight that three successive lines must contain for it to count as kept. */
const LEFT = 0.8;

/** Returns, for each probe, whether a compressed history still contains its statement. */
export function keptNarrative(
  probes: readonly NarrativeProbe[],
  messages: readonly ChatMessage[],
  rarity: Rarity,
): boolean[] {
  const shown = createShownLines(rarity);
  for (const message of messages) {
    if (message.role === 'system') continue;
    const texts = [contentText(message), message.reasoning_content ?? ''];
    for (const call of message.tool_calls ?? []) {
      for (const text of decodeArguments(call.function.arguments).strings) texts.push(text);
    }
    for (const text of texts) if (text !== '') shown.add(text);
  }
  return probes.map(({ stems }) => stems.some((one) => shown.say(one, LEFT)));
}
