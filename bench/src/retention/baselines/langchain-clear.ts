import { ClearToolUsesEdit, countTokensApproximately, fakeModel } from 'langchain';
import type { ChatMessage } from '../chat-message.ts';
import { langchainMessages } from './langchain-messages.ts';
import { translate } from './translation.ts';

/**
 * What `contextEditingMiddleware` does by default once it acts: all results but the newest three become `[cleared]`, calls keep their
 * arguments. The trigger alone is another, so that it always acts.
 */
export async function clearToolUses(
  messages: readonly ChatMessage[],
): Promise<readonly ChatMessage[]> {
  const { translated, back } = translate(langchainMessages, messages);
  const edit = new ClearToolUsesEdit({ trigger: { messages: 1 } });
  // It counts anew after each result; only the trigger reads the sum.
  const tokens = countTokensApproximately(translated);
  await edit.apply({ messages: translated, model: fakeModel(), countTokens: () => tokens });
  return back(translated);
}
