import { isInstance, type LangChainMessage } from './langchain-forms.ts';
import { same } from './same.ts';

/** Returns whether two messages are equal except for ids that LangGraph generated. */
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

/** Returns whether a member is content. `lc_kwargs` repeats others, and its neighbours describe the class. */
function isSaid(name: string): boolean {
  return name !== 'id' && !name.startsWith('lc_');
}
