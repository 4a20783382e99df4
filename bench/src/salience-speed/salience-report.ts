import { hasCorpus } from '../corpus.ts';
import { reportOf, tableOf, type SpeedReport } from '../speed/report.ts';
import { printTable, spread } from '../tables.ts';
import { makeTranscript } from '../transcript.ts';
import { measureFullPasses } from './full-pass.ts';
import { measureHostileLines } from './hostile-lines-speed.ts';
import { measureMemory } from './memory.ts';
import { joinedSessions } from './recorded.ts';
import { measureTurns } from './turns.ts';

/** Numbers of messages (about 0.5, 2, 10 and 50 MB) and of histories with the same total work. */
const SIZES = [
  [420, 100],
  [1_680, 25],
  [8_400, 5],
  [42_000, 1],
] as const;
const RECORDED_BYTES = 20e6;
const HOSTILE_LENGTH = 10e6;

/** Measures the time and memory of `salience`. */
export async function salienceReport(): Promise<SpeedReport> {
  const transcripts = SIZES.map(([messages, histories]) => ({
    what: 'transcripts',
    texts: Array.from({ length: histories }, (_, at) => makeTranscript(messages, at + 1)),
  }));
  const recorded = hasCorpus
    ? [{ what: 'recorded sessions, joined', texts: [joinedSessions(RECORDED_BYTES)] }]
    : [];
  // Warm-up, so that every size is measured warm.
  await measureFullPasses([{ what: 'warming up', texts: transcripts[0]!.texts.slice(0, 20) }]);
  const fullPass = await measureFullPasses([...transcripts, ...recorded]);
  const made = fullPass.slice(0, transcripts.length);
  printTable('salience, a full pass down to a quarter, the estimator apart, middle of 3', fullPass);
  const growth = {
    salience: spread(made.map(({ nanosecondsPerByte }) => nanosecondsPerByte)),
    jsonParse: spread(made.map(({ jsonParseMBs }) => jsonParseMBs)),
    toJsonParse: spread(made.map(({ toJsonParse }) => toJsonParse)),
  };
  printTable('Largest cost per byte over the smallest, from 0.5 to 50 MB (flat is 1):', [growth]);

  const memory = [];
  for (const [messages] of SIZES.slice(1))
    memory.push(await measureMemory(makeTranscript(messages, 1)));
  printTable('Memory over that of the history, to the size of its JSON', memory);

  const turns = [await measureTurns(10_000)];
  printTable('A history of 10,000 messages that grows by two a turn, ms', turns);

  const hostile = await measureHostileLines(HOSTILE_LENGTH);
  printTable('One result of 10 MB between ordinary entries', hostile);
  return reportOf({
    fullPass: tableOf(fullPass, {
      by: ['what', 'megabytes'],
      counts: ['histories', 'filled'],
      ratios: ['toJsonParse'],
    }),
    growth: tableOf([growth], { by: [], ratios: ['salience', 'jsonParse', 'toJsonParse'] }),
    memory: tableOf(memory, {
      by: ['megabytes'],
    }),
    turns: tableOf(turns, { by: ['messages'], counts: ['megabytes'] }),
    hostile: tableOf(hostile, {
      by: ['text'],
      counts: ['megabytes', 'filled'],
      ratios: ['toProse', 'toTenth'],
    }),
  });
}
