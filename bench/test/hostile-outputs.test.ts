import { codecs, getCodec, type FormatName } from '@palimpsest/formats';
import { createRecordEntry, readRecord, writeRecord } from '@palimpsest/engine/history';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { history } from '@palimpsest/testing';
import { createPalimpsest, DEFAULT_STRATEGY, recall } from 'palimpsest';
import { expect, test } from 'vitest';
import { examples } from '../../tools/extent.ts';
import { REFUSALS } from '../src/checks.ts';
import { inRecords, shapeOf } from '../src/fuzz/nasty-messages.ts';
import { fenceProblems } from '../src/laws/fence-problems.ts';
import { HOSTILE_COUNT, hostileOutputs } from '../src/laws/hostile-outputs.ts';

const PER_CONVERSATION = 20;
const FORMATS = Object.keys(codecs) as FormatName[];
const palimpsest = createPalimpsest();
const STRATEGIES = palimpsest.registry.plugins().filter(({ requiresLLM }) => !requiresLLM);
const CASES = STRATEGIES.flatMap(({ name }) => FORMATS.map((format) => [name, format] as const));

const SAID = 'Find out why the outputs have no tariff.';

function conversation(format: FormatName, outputs: readonly string[]): object[] {
  const built = history().human(SAID);
  for (const [at, output] of outputs.entries()) {
    built.call('Bash', { command: `make output-${at}` }).result(output);
  }
  const entries = built.ai('It is found.').human('Go on.').ai('It is found.').build();
  const messages = getCodec(shapeOf(format)).encode(entries);
  return inRecords(JSON.parse(JSON.stringify(messages)) as object[], format);
}

test('there are 200 hostile outputs, and no two are the same', () => {
  expect(new Set(hostileOutputs()).size).toBe(HOSTILE_COUNT);
});

test('each line of each output can stand in a report, and reads back as it was', () => {
  const problems = hostileOutputs().flatMap((output) => {
    const text = writeRecord([
      { kind: 'step', title: 'Ran make:', lines: output.split('\n') },
      { kind: 'person', lines: [SAID] },
    ]);
    const [step] = readRecord(text)?.items ?? [];
    return [
      ...fenceProblems([createRecordEntry(text)], [SAID]),
      ...(step?.lines.join('\n') === output ? [] : [`other lines: ${output}`]),
    ];
  });
  expect(problems).toEqual([]);
});

test.each(CASES)(
  '%s, %s: a hostile output stands in a fence or a result, and comes back whole',
  async (strategy, format) => {
    const codec = getCodec(format);
    const problems: string[] = [];
    let escaped = 0;
    for (let part = 0; part < examples(HOSTILE_COUNT / PER_CONVERSATION); part += 1) {
      const from = part * PER_CONVERSATION;
      const outputs = hostileOutputs().slice(from, from + PER_CONVERSATION);
      const originals = await openOriginals(memoryOriginals(), { session: 's' });
      const options = { format, strategy, targetRatio: 0.25, originals };
      const given = conversation(format, outputs);
      const { messages } = await palimpsest.compress<object>(given, options);
      const left = JSON.stringify(messages);
      const sent = JSON.parse(left) as object[];
      const entries = codec.decode(sent);
      escaped += left.split('\\n\\\\').length - 1;
      problems.push(
        ...fenceProblems(entries, [SAID]),
        ...(REFUSALS.get(format)?.(sent) ?? []).map((one) => JSON.stringify(one)),
      );
      const recalled = await Promise.all(
        originals.ids().map(async (id) => {
          const found = await recall(originals, originals.shortId(id), { format });
          return found.kind === 'found' ? found.text : '';
        }),
      );
      for (const [index, output] of outputs.entries()) {
        const isThere = left.includes(JSON.stringify(output));
        if (isThere || recalled.some((text) => text.includes(output))) continue;
        problems.push(`output ${from + index} does not come back`);
      }
    }
    expect(problems).toEqual([]);
    // Otherwise the reports have nothing that could be mistaken.
    expect(escaped).toBeGreaterThanOrEqual(strategy === DEFAULT_STRATEGY ? examples(40) : 0);
  },
);
