import type { IContent, StrategyPlugin } from '@palimpsest/core-types';
import { pinAgentEntries } from '@palimpsest/engine/run';
import { personTexts } from '@palimpsest/engine/history';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { countTokensByCharacters, history, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { createForgetful, PLUGINS } from '../../src/strategies.ts';
import { textOf, withDirectives } from './directive-conversations.ts';

/** Compresses to a share of the tokens, as `runStrategy` does. */
async function shortened(
  entries: readonly IContent[],
  plugin: StrategyPlugin,
  share = 0.3,
): Promise<readonly IContent[]> {
  const strategy = createForgetful(plugin);
  const targetTokens = Math.floor(countTokensByCharacters(entries) * share);
  const given = testContext(entries, { targetTokens, estimateTokens: countTokensByCharacters });
  const context = strategy.writesRecord === true ? given : await pinAgentEntries(given);
  const result = await withDirectives(strategy).compress(context);
  return result.kind === 'applied' ? result.newHistory : entries;
}

const work = (build: ReturnType<typeof history>): ReturnType<typeof history> => {
  for (let step = 0; step < 12; step += 1)
    build
      .call('Read', { file_path: `src/${step}.ts` })
      .result(`const gate_${step} = open(${step});\n`.repeat(40));
  return build;
};

const ANSWER =
  'User has answered your questions: "Which database?"="SQLite, and never add an ORM".';

test.each(PLUGINS.filter(({ requiresLLM }) => !requiresLLM))(
  '$name keeps what a person answers to a question of the agent',
  async (plugin) => {
    const start = history().human('Build the importer.').call('AskUserQuestion', {});
    const entries = work(start.result(ANSWER)).ai('Done.').human('Go on.').build();
    const after = await shortened(entries, plugin);
    expect(after.flatMap(personTexts).join('\n')).toContain('SQLite, and never add an ORM');
  },
);

test('a demand that was carried out keeps its answer', async () => {
  const start = history().human('You must send the invoice to Mara now.');
  const sent = start
    .call('Bash', { command: './mail' })
    .result('Exit code: 0')
    .ai('Sent at 10:02.');
  const entries = work(sent.human('Read the files.')).ai('I read them.').human('Go on.').build();
  const after = await shortened(entries, topDownTruncation, 0.1);
  const texts = after.map(textOf);
  const demand = texts.indexOf('You must send the invoice to Mara now.');
  expect(texts[demand + 1]).toBe('Sent at 10:02.');
});

test('of messages with the same demand the newest stays', async () => {
  const build = history().human('Fix it.');
  for (let turn = 0; turn < 6; turn += 1)
    build.ai(`I looked at part ${turn}. `.repeat(40)).human('Never push to main.');
  const entries = build.ai('Fine.').human('Go on.').build();
  const after = await shortened(entries, topDownTruncation, 0.1);
  expect(
    after
      .map(textOf)
      .join('\n')
      .match(/Never push to main\./g),
  ).toHaveLength(1);
});

test('what a host adds in the name of the user is no demand', async () => {
  const skill = 'Base directory for this skill: /skills/pdf\n\nNever use a library for PDF files.';
  const reminder = '<system-reminder>\nYou must never mention this.\n</system-reminder>';
  const start = history().human('Fix it.').ai('Yes.').human(skill).ai('Yes.').human(reminder);
  const entries = work(start.ai('Yes.').human('Read the files.'))
    .ai('Done.')
    .human('Go on.')
    .build();
  const after = await shortened(entries, topDownTruncation, 0.1);
  expect(after.map(textOf).join('\n')).not.toMatch(/never (?:use|mention)/i);
});
