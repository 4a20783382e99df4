import { openai } from '@palimpsest/formats/openai';
import { middle } from '../speed/measure.ts';
import { makeTranscript } from '../transcript.ts';
import { FRAMEWORKS, type Framework } from './framework-requests.ts';

/** Request of 1,000 messages that fit, through a framework with and without its adapter. */
interface FrameworkRow {
  readonly framework: string;
  readonly messages: number;
  readonly aloneMs: number;
  readonly withAdapterMs: number;
  /** Median of the differences per request. */
  readonly addedMs: number;
}

const CALLS = 40;

async function measure({ name, codec, alone, adapted }: Framework): Promise<FrameworkRow> {
  const size = 1_000;
  const history = openai.decode(JSON.parse(makeTranscript(size + 2 * CALLS, 1)));
  const said = history.filter(({ speaker }) => speaker !== 'system');
  // A request is sent before each assistant message that follows a user message or a tool result.
  const asked = said.flatMap(({ speaker }, at) =>
    speaker !== 'ai' && said[at + 1]?.speaker === 'ai' ? [at + 1] : [],
  );
  const messages = codec.encode(said);
  const requests = asked.filter((length) => length >= size).slice(0, CALLS + 1);
  const rows: { readonly aloneMs: number; readonly withAdapterMs: number }[] = [];
  for (const [call, length] of requests.entries()) {
    const request = messages.slice(0, codec.encode(said.slice(0, length)).length) as never[];
    const row = {
      aloneMs: await timed(() => alone(request)),
      withAdapterMs: await timed(() => adapted(request)),
    };
    // The first request parses every message, so it is not counted.
    if (call > 0) rows.push(row);
  }
  return {
    framework: name,
    messages: size,
    aloneMs: middle(rows.map(({ aloneMs }) => aloneMs)),
    withAdapterMs: middle(rows.map(({ withAdapterMs }) => withAdapterMs)),
    addedMs: middle(rows.map(({ aloneMs, withAdapterMs }) => withAdapterMs - aloneMs)),
  };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Measures each framework with and without its adapter. */
export async function frameworkRows(): Promise<FrameworkRow[]> {
  const rows: FrameworkRow[] = [];
  for (const framework of FRAMEWORKS) rows.push(await measure(framework));
  return rows;
}
