import { memoryOriginals, openOriginals, type Originals } from '@palimpsest/originals';
import type { OriginalsOptions } from '../../src/originals.ts';

/** A session that saved some messages, and their ids. */
export async function keeping(
  messages: readonly unknown[],
  options: Partial<OriginalsOptions> = {},
): Promise<{ readonly originals: Originals; readonly ids: readonly string[] }> {
  const originals = await openOriginals(memoryOriginals(), { session: 's', ...options });
  await originals.keep(messages, [{ role: 'user', content: '[note]' }], { strategy: 'mine' });
  return { originals, ids: messages.map((message) => originals.idOf(message)) };
}

export const say = (content: string): object => ({ role: 'user', content });
