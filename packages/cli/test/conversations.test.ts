import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCommand } from './command.ts';
import { jsonLines, session } from './sessions.ts';

const { folder, run } = createCommand();

interface Message {
  readonly role: string;
  readonly content: string;
}

let count = 0;

/** Returns unused names of a folder and of files. */
function names(): Record<'kept' | 'alice' | 'bob' | 'aliceSmall' | 'bobSmall', string> {
  const n = (count += 1);
  return {
    kept: `kept-c${n}`,
    alice: `alice-${n}.json`,
    bob: `bob-${n}.json`,
    aliceSmall: `alice-small-${n}.json`,
    bobSmall: `bob-small-${n}.json`,
  };
}

/** Creates a conversation whose compressed form is the same for every name, without recall ids. */
function alike(name: string): Message[] {
  return Array.from({ length: 12 }, (_, index) => {
    if (index % 2 === 0) return { role: 'user', content: `Go on, ${index}.` };
    if (index === 11) return { role: 'assistant', content: 'Done.' };
    const line = index < 2 ? `${name} says this.\n` : 'Everybody says this.\n';
    return { role: 'assistant', content: line.repeat(200) };
  });
}

const save = (file: string, value: unknown): Promise<void> =>
  writeFile(join(folder, file), JSON.stringify(value));
const load = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');

async function compress(file: string, out: string, kept: string, ...more: string[]): Promise<void> {
  // Leaves nothing that is not the same for every name.
  const ratio = more.includes('-r') ? [] : ['-r', '0.001'];
  const argv = ['compress', file, '-o', out, '--originals', kept, ...ratio, ...more];
  const { code, stderr } = await run(argv);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
}

test.each(['compress', 'restore'])(
  'asks for the conversation when two files start alike: %s',
  async (command) => {
    const { kept, alice, aliceSmall, bobSmall } = names();
    await save(alice, alike('alice'));
    await compress(alice, aliceSmall, kept);
    const bob = [
      ...(JSON.parse(await load(aliceSmall)) as Message[]),
      { role: 'user', content: 'Bob.' },
    ];
    await save(bobSmall, bob);
    const argv = [command, bobSmall, '--originals', kept];
    const target = command === 'compress' ? ['-r', '0.9'] : [];
    const { code, stdout, stderr } = await run([...argv, ...target]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`starts like the conversation of ${join(folder, alice)}`);
    expect(stderr).toMatch(/add --conversation .*; if not, add another name there/);
    const named = await run([...argv, ...target, '--conversation', 'bob']);
    expect(named.code).toBe(0);
    expect(named.stdout).not.toContain('alice');
  },
);

test('restores conversations with equal results from their own files', async () => {
  const { kept, ...files } = names();
  for (const [name, file, small] of [
    ['alice', files.alice, files.aliceSmall],
    ['robby', files.bob, files.bobSmall],
  ] as const) {
    await save(file, alike(name));
    await compress(file, small, kept);
  }
  expect(await load(files.aliceSmall)).toBe(await load(files.bobSmall));
  for (const [file, small] of [
    [files.alice, files.aliceSmall],
    [files.bob, files.bobSmall],
  ] as const) {
    const { stdout } = await run(['restore', small, '--originals', kept, '--strict']);
    expect(stdout).toBe(await load(file));
  }
  const piped = await run(['restore', '-', '--originals', kept], {
    stdin: await load(files.bobSmall),
  });
  expect([piped.code, piped.stdout]).toEqual([2, '']);
  expect(piped.stderr).toMatch(/matches 2 conversations: .*bob.*alice.*--conversation NAME/);
  const named = await run(['restore', '-', '--originals', kept, '--conversation', files.bob], {
    stdin: await load(files.bobSmall),
  });
  expect(named.stdout).toBe(await load(files.bob));
});

test('separates lines with the same id in two files', async () => {
  const { kept, ...files } = names();
  for (const [name, file, small] of [
    ['alice', files.alice, files.aliceSmall],
    ['robby', files.bob, files.bobSmall],
  ] as const) {
    const lines = [{ id: '1', messages: alike(name) }, { messages: alike(`${name}s sister`) }];
    await writeFile(join(folder, file), jsonLines(lines));
    await compress(file, small, kept);
  }
  const { stdout } = await run(['restore', files.bobSmall, '--originals', kept, '--strict']);
  expect(stdout).toBe(await load(files.bob));
});

test('recognizes a moved file by its recall ids, or by the given name', async () => {
  const { kept, alice, aliceSmall, bob, bobSmall } = names();
  await save(alice, session());
  await compress(alice, aliceSmall, kept, '-r', '0.05');
  await rename(join(folder, aliceSmall), join(folder, bobSmall));
  const moved = await run(['restore', bobSmall, '--originals', kept, '--strict']);
  expect([moved.code, moved.stdout]).toEqual([0, await load(alice)]);

  await save(bob, alike('robby'));
  await compress(bob, aliceSmall, kept, '--conversation', 'with robby');
  await rename(join(folder, aliceSmall), join(folder, bobSmall));
  const argv = ['restore', bobSmall, '--originals', kept, '--conversation', 'with robby'];
  expect((await run(argv)).stdout).toBe(await load(bob));
});

test('rejects --conversation without --originals', async () => {
  const { code, stderr } = await run(['compress', '-', '--conversation', 'a'], { stdin: '[]' });
  expect([code, stderr]).toEqual([2, 'palimpsest: --conversation needs --originals DIR.\n']);
});
