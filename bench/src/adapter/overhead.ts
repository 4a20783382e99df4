import { createAdapter } from '@palimpsest/adapter';
import { getCodec, type FormatName } from '@palimpsest/formats';
import { openai } from '@palimpsest/formats/openai';
import { frameworkRows } from './frameworks.ts';
import { reportOf, tableOf, type SpeedReport } from '../speed/report.ts';
import { middle } from '../speed/measure.ts';
import { printTable } from '../tables.ts';
import { makeTranscript } from '../transcript.ts';

/** Time that an adapter adds to a request that fits and is not compressed. */
interface OverheadRow {
  readonly format: FormatName;
  readonly messages: number;
  readonly megabytes: number;
  /** `JSON.parse` of the same messages as a request body. */
  readonly jsonParseMs: number;
  /** First request: every message is new. */
  readonly firstMs: number;
  /** One step later, with the message objects of the previous request: median of 100 steps; `slowestMs` is the maximum. */
  readonly nextMs: number;
  readonly slowestMs: number;
  /** One step later, with all messages parsed again, as from a request body. */
  readonly readAnewMs: number;
}

const STEPS = 100;
const FORMATS: readonly FormatName[] = ['openai', 'anthropic', 'gemini'];

async function overhead(format: FormatName, size: number): Promise<OverheadRow> {
  const history = openai.decode(JSON.parse(makeTranscript(size + 2 * STEPS, 1)) as never[]);
  const messages = getCodec(format).encode(history);
  const body = JSON.stringify(messages.slice(0, size));
  const parse = Array.from({ length: 9 }, () => timed(() => JSON.parse(body) as unknown));
  const adapter = createAdapter({ contextLimit: 100_000_000 });
  const firstMs = await timedAsync(() => adapter.adapt(format, messages.slice(0, size)));
  const next: number[] = [];
  for (let length = size; length <= messages.length; length += 2) {
    const request = messages.slice(0, length);
    next.push(await timedAsync(() => adapter.adapt(format, request)));
  }
  const anew = createAdapter({ contextLimit: 100_000_000 });
  const reading: number[] = [];
  for (let length = size; length <= messages.length; length += 2) {
    const request = JSON.parse(JSON.stringify(messages.slice(0, length))) as unknown[];
    reading.push(await timedAsync(() => anew.adapt(format, request)));
  }
  return {
    format,
    messages: size,
    megabytes: body.length / 1e6,
    jsonParseMs: middle(parse),
    firstMs,
    nextMs: middle(next),
    slowestMs: Math.max(...next),
    readAnewMs: middle(reading),
  };
}

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

async function timedAsync(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Measures the adapter core when there is nothing to compress. */
export async function adapterReport(): Promise<SpeedReport> {
  const rows: OverheadRow[] = [];
  for (const size of [1_000, 10_000]) {
    for (const format of FORMATS) rows.push(await overhead(format, size));
  }
  printTable('Adapter: what is added to a request that is left alone', rows);
  const frameworks = await frameworkRows();
  printTable('Frameworks, with and without their adapter', frameworks);
  return reportOf({
    rows: tableOf(
      rows.map((row) => ({
        ...row,
        firstToJsonParse: row.firstMs / row.jsonParseMs,
        nextToJsonParse: row.nextMs / row.jsonParseMs,
        readAnewToJsonParse: row.readAnewMs / row.jsonParseMs,
      })),
      {
        by: ['format', 'messages'],
        counts: ['megabytes'],
        ratios: ['firstToJsonParse', 'nextToJsonParse', 'readAnewToJsonParse'],
      },
    ),
    frameworks: tableOf(frameworks, { by: ['framework', 'messages'] }),
  });
}
