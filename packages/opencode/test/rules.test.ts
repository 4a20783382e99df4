import { expect, test } from 'vitest';
import type { Config, Hooks, SessionMessage } from '../src/opencode-types.ts';
import { ask, readFile, send, sessionOf, start } from './sessions.ts';

const startHooks = async (stored: readonly SessionMessage[], config?: Config): Promise<Hooks> =>
  (await start(stored, undefined, config)).hooks;

/** Runs a command of the person. Returns what opencode stores of it. */
async function run(hooks: Hooks, command: string, given: string): Promise<SessionMessage> {
  const parts: { text?: string }[] = [{ text: given }];
  await hooks['command.execute.before'](
    { command, sessionID: 'session', arguments: given },
    { parts },
  );
  return ask(`${command} ${given}`, parts[0]!.text!);
}

/** Returns the lines of a file that are sent, in order: in the record, or as the result of a call. */
function linesOf(messages: readonly SessionMessage[], file: number): readonly string[] {
  const texts = messages.flatMap(({ parts }) =>
    parts.map(({ text, state }) => text ?? state?.output ?? ''),
  );
  return texts.flatMap((text) =>
    text.split('\n').filter((line) => /^line \d+ of file (\d+):/.exec(line)?.[1] === String(file)),
  );
}

test('keeps and drops by rules of the person, from the stored messages of the session', async () => {
  const files = sessionOf(100);
  const whole = linesOf(files, 30);
  expect(whole).toHaveLength(60);
  expect(linesOf(await send(await startHooks(files), files), 30).length).toBeLessThan(60);

  const commands: SessionMessage[] = [];
  for (const [command, rule] of [
    ['keep', 'line 3 of file 30:'],
    ['drop', '/line 3 of file 100:/'],
    ['keep', '/(/'],
  ] as const) {
    commands.push(await run(await startHooks(commands), command, rule));
  }
  expect(JSON.stringify(commands[2])).toContain('a valid regular expression');
  // Another process, after more messages.
  const stored = [files[0]!, ...commands, ...files.slice(1)];
  const sent = await send(await startHooks(stored), stored);
  expect(linesOf(sent, 30)).toEqual(whole);
  expect(linesOf(sent, 100)).toEqual([]);
  expect(linesOf(sent, 99)).toHaveLength(60);
  const listed = await run(await startHooks(stored), 'keep', '');
  expect(listed.parts[0]!.text).toContain('keep line 3 of file 30:\ndrop /line 3 of file 100:/');

  const forgotten = await run(await startHooks(stored), 'palimpsest', 'forget line 3 of file 30:');
  const later = [...stored, forgotten, readFile(101)];
  expect(linesOf(await send(await startHooks(later), later), 30).length).toBeLessThan(60);
});

test('words of a person that look like a command are no rule, and a command of their own stays', async () => {
  const typed = [ask('task', '/keep line 3 of file 30:'), ...sessionOf(100).slice(1)];
  const sent = await send(await startHooks(typed), typed);
  expect(linesOf(sent, 30).length).toBeLessThan(60);

  const own = { template: 'Keep going.' };
  const config: Config = { command: { keep: own } };
  const hooks = await startHooks([], config);
  expect(config.command!['keep']).toBe(own);
  expect((await run(hooks, 'keep', 'on')).parts[0]!.text).toBe('on');
});

test('what /keep names stays word for word in a summary that fits, and else gives way', async () => {
  const files = sessionOf(100);
  const summaryWith = async (rule: string): Promise<[text: string, said: string]> => {
    const command = await run(await startHooks([]), 'keep', rule);
    const hooks = await startHooks([...files, command]);
    // With everything sent, only opencode's own compaction shortens: one that is too long would be due again at once, without end.
    await run(hooks, 'palimpsest', 'undo');
    await hooks['experimental.session.compacting']({ sessionID: 'session' }, {});
    const [summary] = await send(hooks, files);
    const { parts } = await run(hooks, 'palimpsest', '');
    return [summary!.parts[0]!.text!, parts[0]!.text!];
  };
  const [fitting, said] = await summaryWith('line 3 of file 30:');
  expect(fitting).toContain(linesOf(files, 30).join('\n'));
  expect(said).not.toContain('/keep');
  const [shortened, told] = await summaryWith('tool:bash');
  expect(shortened.length / 4).toBeLessThan(0.35 * 40_000);
  expect(told).toContain('Without the rules of /keep');
});
