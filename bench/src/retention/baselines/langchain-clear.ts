import { ClearToolUsesEdit, countTokensApproximately, fakeModel } from 'langchain';
import type { ChatMessage } from '../chat-message.ts';
import { langchainMessages } from './langchain-messages.ts';
import { translate } from './translation.ts';

/**
 * Applies the default of `contextEditingMiddleware`: all results but the newest three become `[cleared]`, calls keep their arguments. Only the
 * trigger differs, so that it always acts.
 */
export async function clearToolUses(
  messages: readonly ChatMessage[],
): Promise<readonly ChatMessage[]> {
  const { translated, back } = translate(langchainMessages, messages);
  const edit = new ClearToolUsesEdit({ trigger: { messages: 1 } });
  // The middleware counts again after each result, but only the trigger uses the sum.
  const tokens = countTokensApproximately(translated);
  await edit.apply({ messages: translated, model: fakeModel(), countTokens: () => tokens });
  return back(translated);
}
