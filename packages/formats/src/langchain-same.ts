import { isInstance, type LangChainMessage } from './langchain-forms.ts';
import { same } from './same.ts';

/** Whether two messages say the same, whatever ids LangGraph gave them: it makes one up for each message that came without. */
export function saysSame(left: LangChainMessage, right: LangChainMessage): boolean {
  if (!isInstance(left) || !isInstance(right)) return same(left, right);
  if (left.constructor !== right.constructor) return false;
  return holdsAllOf(left, right) && holdsAllOf(right, left);
}

function holdsAllOf(message: LangChainMessage, other: LangChainMessage): boolean {
  for (const name in other) {
    if (!isSaid(name)) continue;
    const member = name as keyof LangChainMessage;
    const own: unknown = message[member];
    const known: unknown = other[member];
    if (own !== known && !same(own, known)) return false;
  }
  return true;
}

/** `lc_kwargs` repeats what else is there, and its neighbours tell of the class. */
function isSaid(name: string): boolean {
  return name !== 'id' && !name.startsWith('lc_');
}
