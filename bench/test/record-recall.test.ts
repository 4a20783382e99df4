import { RECORD_SHAPES } from '@palimpsest/conformance';
import { codecs, type FormatName } from '@palimpsest/formats';
import { memoryOriginals, openOriginals, type Originals } from '@palimpsest/originals';
import { answerRecall } from '@palimpsest/originals/recall';
import { scriptedProvider } from '@palimpsest/testing';
import { createPalimpsest, recall } from 'palimpsest';
import { describe, expect, test } from 'vitest';
import { compareResults } from '../src/checker/compare-results.ts';
import type { CallPlan, ConversationPlan, TurnPlan } from '../src/fuzz/legal/conversation-plan.ts';
import type { Shape } from '../src/fuzz/legal/result-payloads.ts';
import { writeConversation } from '../src/fuzz/legal/write-conversation.ts';
import { inRecords, shapeOf } from '../src/fuzz/session-log.ts';

type Json = Readonly<Record<string, unknown>>;

const FORMATS = Object.keys(codecs) as FormatName[];
const palimpsest = createPalimpsest();

/** Fields that are numbers or flags; all others are logs, lists of rows, or texts. */
const SCALARS: Readonly<Record<string, unknown>> = {
  exitCode: 3,
  exit_code: 3,
  interrupted: true,
  truncated: true,
  isError: true,
  is_error: true,
  success: true,
};

/** Returns words that occur only in this field. */
function lineOf(name: string, line: number): string {
  return `${name} says the ${line}-${name.length * 37 + line} th of its words`;
}

const LINES = 24;

function valueOf(name: string, index: number): unknown {
  if (name in SCALARS) return SCALARS[name];
  const lines = Array.from({ length: LINES }, (_, line) => lineOf(name, line));
  if (index % 3 === 2) return lines.map((words, id) => ({ id, words }));
  return lines.join('\n');
}

function recordOf(shape: readonly string[]): Json {
  return Object.fromEntries(shape.map((name, index) => [name, valueOf(name, index)]));
}

/** The record as tools of each format return it. */
const PAYLOADS: Readonly<Record<Shape, (record: Json) => unknown>> = {
  openai: (record) => JSON.stringify(record),
  'openai-responses': (record) => JSON.stringify(record),
  'openai-agents': (record) => ({ type: 'text', text: JSON.stringify(record) }),
  anthropic: (record) => [{ type: 'text', text: JSON.stringify(record) }],
  gemini: (record) => ({ response: record }),
  genkit: (record) => ({ output: record }),
  pi: (record) => ({ content: [{ type: 'text', text: JSON.stringify(record) }], isError: false }),
  icontent: (record) => ({ result: record }),
  'ai-sdk': (record) => ({ type: 'json', value: record }),
  langchain: (record) => ({ content: JSON.stringify(record), status: 'success' }),
};

function turn(user: string, calls: readonly CallPlan[] = []): TurnPlan {
  const steps = calls.length === 0 ? [] : [{ says: '', thinks: false, isRare: false, calls }];
  return { user, picture: undefined, steps, answer: `Done with: ${user}`, isInterrupted: false };
}

function conversation(format: FormatName, record: Json): object[] {
  const shape = shapeOf(format);
  const call: CallPlan = {
    id: 'call_1',
    hasId: true,
    name: 'run_tool',
    parameters: {},
    payload: PAYLOADS[shape](record),
    hasFailed: false,
  };
  const later = Array.from({ length: 6 }, (_, index) => turn(`Then step ${index} of the work.`));
  const plan: ConversationPlan = {
    instructions: undefined,
    hasIds: true,
    turns: [turn('Start.', [call]), ...later],
    isAsking: true,
  };
  return inRecords(JSON.parse(JSON.stringify(writeConversation(shape, plan))) as object[], format);
}

interface Reduced {
  readonly given: object[];
  readonly messages: object[];
  readonly originals: Originals;
}

async function reduce(format: FormatName, record: Json, strategy: string): Promise<Reduced> {
  const given = conversation(format, record);
  const originals = await openOriginals(memoryOriginals(), { session: 'records' });
  const options = { format, strategy, targetRatio: 0.3, originals };
  const { messages, report } = await palimpsest.compress(given, options);
  expect(report.kind).toBe('applied');
  return { given, messages, originals };
}

/** Returns the words of the record that a text does not contain. */
function missingIn(text: string, record: Json): readonly string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const words =
      name in SCALARS
        ? [String(value)]
        : Array.from({ length: LINES }, (_, line) => lineOf(name, line));
    return words.filter((one) => !text.includes(one)).map((one) => `${name}: ${one}`);
  });
}

const STRATEGIES = ['salience', 'extractive', 'high-density'] as const;
const CASES = FORMATS.flatMap((format) =>
  STRATEGIES.map((strategy) => [format, strategy] as const),
);

describe('records as tool results', () => {
  test.each(CASES)('%s, %s: recall by id returns every field', async (format, strategy) => {
    const lost: string[] = [];
    for (const shape of RECORD_SHAPES) {
      const record = recordOf(shape);
      const { originals } = await reduce(format, record, strategy);
      let byId = '';
      let byTool = '';
      for (const shortId of originals.ids().map((id) => originals.shortId(id))) {
        const found = await recall(originals, shortId, { format });
        if (found.kind === 'found') byId += found.text;
        byTool += (await answerRecall(originals, { id: shortId }, { maxCharacters: 1e6 })).text;
      }
      for (const [way, text] of [
        ['recall', byId],
        ['answerRecall', byTool],
      ] as const) {
        const missing = missingIn(text, record);
        if (missing.length > 0) lost.push(`${way} of {${shape.join(', ')}}: ${missing[0]}`);
      }
    }
    expect(lost).toEqual([]);
  });

  test.each(CASES)('%s, %s: restore returns every byte', async (format, strategy) => {
    for (const shape of RECORD_SHAPES) {
      const { given, messages, originals } = await reduce(format, recordOf(shape), strategy);
      const sent = JSON.parse(JSON.stringify(messages)) as object[];
      const restored = await originals.restore(sent);
      expect(JSON.stringify(restored.messages)).toBe(JSON.stringify(given));
    }
  });

  test.each(CASES)(
    '%s, %s: the result contains or counts every field',
    async (format, strategy) => {
      const uncounted: string[] = [];
      for (const shape of RECORD_SHAPES) {
        const { given, messages } = await reduce(format, recordOf(shape), strategy);
        for (const { rule, message } of compareResults(given, messages)) {
          uncounted.push(`${rule} of {${shape.join(', ')}}: ${message.slice(0, 160)}`);
        }
      }
      expect(uncounted).toEqual([]);
    },
  );

  test.each(FORMATS)('%s: a summarizing model receives every field', async (format) => {
    const lost: string[] = [];
    for (const shape of RECORD_SHAPES) {
      const record = recordOf(shape);
      const model = scriptedProvider(['<state_snapshot>\nThe work went on.\n</state_snapshot>']);
      const options = { format, strategy: 'one-shot', targetRatio: 0.5, model };
      await palimpsest.compress(conversation(format, record), options);
      const shown = JSON.stringify(model.requests);
      const missing = Object.keys(record).filter((name) =>
        name in SCALARS ? false : !shown.includes(lineOf(name, 0)),
      );
      if (missing.length > 0) lost.push(`{${shape.join(', ')}}: ${missing.join(', ')}`);
    }
    expect(lost).toEqual([]);
  });
});
