import type { PiMessage } from '@palimpsest/formats/pi';
import { expect, test } from 'vitest';
import { describeGuard } from '../../adapter/test/guard-contract.ts';
import { createPiExtension } from '../src/index.ts';
import { createSession } from './session.ts';

function resultOf(toolName: string, text: string, isError = false): PiMessage {
  return {
    role: 'toolResult',
    toolCallId: 'c',
    toolName,
    content: [{ type: 'text', text }],
    isError,
  };
}

test('rejects an invalid option', () => {
  expect(() => createPiExtension({ guard: 'no' as never })).toThrow(
    'guard: expected true or false',
  );
});

describeGuard('the extension for pi', async ({ task, settings, next, run }) => {
  const session = createSession({
    window: Number(settings['context-limit']),
    options: { guard: settings['compression.guard'] !== false },
  });
  session.say({ role: 'user', content: task, timestamp: 0 });
  for (let at = 0; ; at += 1) {
    const call = next(session.seen());
    if (call === undefined) return;
    const { name, input } = call;
    const answer = (await session.call('tool_call', { toolName: name, input })) as
      | { readonly reason: string }
      | undefined;
    const id = `call-${at}`;
    const called = { type: 'toolCall' as const, id, name, arguments: { ...input } };
    session.say({ role: 'assistant', content: [called], timestamp: 2 * at + 1 });
    const text = answer?.reason ?? run(name, input);
    const result = resultOf(name, text, answer !== undefined) as object;
    session.say({ ...result, toolCallId: id, timestamp: 2 * at + 2 } as PiMessage);
    await session.endTurn();
  }
});
