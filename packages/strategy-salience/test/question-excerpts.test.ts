import { history } from '@palimpsest/testing';
import { describe, expect, test } from 'vitest';
import { compressed } from './compressed.ts';
import { linesOf } from './lines-of.ts';

const PERSON = 'My sister painted the small kitchen of the mill green, and it took her a week.';
const AGENT = 'A second coat of lime paint would keep that kitchen dry for some ten years.';

/** A chat about many other things. */
function chat(newest: string) {
  const built = history();
  for (let turn = 0; turn < 120; turn += 1) {
    built.human(turn === 20 ? PERSON : `On walk ${turn} we saw the river and some of the birds.`);
    built.ai(turn === 20 ? AGENT : `That sounds lovely, and walk ${turn} was surely not too long.`);
  }
  return built.human(newest).build();
}

async function left(newest: string): Promise<string> {
  return JSON.stringify(await compressed(chat(newest), { ratio: 0.1 }));
}

describe('in a chat', () => {
  test('what the newest message asks for stays, by the person and by the agent', async () => {
    const after = await left('Who painted the kitchen?');
    expect(after).toContain(PERSON);
    expect(after).toContain(AGENT);
  });

  test('what it does not ask for goes', async () => {
    const after = await left('Go on.');
    expect(after).not.toContain(AGENT);
  });
});

test('beside work with tools, what was said takes no room of results', async () => {
  const work = history();
  for (let turn = 0; turn < 6; turn += 1)
    work
      .call('bash', { command: `./count ${turn}` })
      .result(linesOf(`log${turn}`, 60))
      .ai(AGENT);
  const before = [...work.build(), ...chat('Who painted the kitchen?')];
  const after = JSON.stringify(await compressed(before, { ratio: 0.1 }));
  expect(after).not.toContain(AGENT);
});
