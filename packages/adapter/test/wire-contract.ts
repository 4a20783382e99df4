import { describe, expect, test } from 'vitest';
import type { AdapterOptions } from '../src/adapter-options.ts';
import { printed, SMALL, TASK } from './work.ts';

type Json = Readonly<Record<string, unknown>>;

/** A request with a text as its body. */
type Init = Omit<RequestInit, 'body'> & { readonly body: string };

/** Sends a request, as `fetch` does. */
type Send = (url: string, init: Init) => Promise<Response>;

/** An API of a provider, for an adapter that changes the bodies of requests. */
export interface WireMember {
  readonly name: string;
  readonly url: string;
  /** Creates the hook of an adapter. */
  readonly create: (options: AdapterOptions, upstream: Send) => Send;
  /** The member of a body that has the history. */
  readonly field: string;
  /** A history with every kind of part. */
  readonly everyPart: readonly unknown[];
  /** The first message of a user, or a step of the model with its result. */
  readonly task: (text: string) => unknown;
  readonly step: (at: number, result: string) => readonly unknown[];
  /** A response that reports prompt tokens. */
  readonly answer: (promptTokens: number) => Json;
  /** Whether the history of a body is valid for the provider. */
  readonly problems: (history: readonly never[]) => readonly unknown[];
  /** Members of a body that name the model, unless the URL does. */
  readonly model: Json;
  /** Other URLs of the same API. */
  readonly alsoRewritten?: readonly string[];
  /** Requests that pass unchanged: changes of the URL, the request, or the body; `undefined` removes the history. */
  readonly leftAlone: readonly (readonly [
    what: string,
    change: { readonly url?: string; readonly init?: RequestInit; readonly body?: Json },
  ])[];
}

function refuse(): never {
  throw new Error('no');
}

/** Checks what every adapter promises that changes the bodies of requests. */
export function describeWire(member: WireMember): void {
  const { name, url, field, model, create } = member;
  const history = (steps: number): readonly unknown[] => [
    member.task(TASK),
    ...Array.from({ length: steps }, (_, at) => member.step(at, printed(at))).flat(),
  ];
  const long = history(12);
  const post = (body: Json): Init => ({
    method: 'POST',
    body: JSON.stringify({ ...model, ...body }),
  });

  /** Creates a hook, and records the requests that it sends. */
  function recording(options: AdapterOptions = SMALL, promptTokens = 1) {
    const sent: Parameters<Send>[] = [];
    const response = Response.json(member.answer(promptTokens));
    const send = create(options, (...given) => {
      sent.push(given);
      return Promise.resolve(response.clone());
    });
    const bodyAt = (at: number): Json => JSON.parse(sent[at]![1].body) as Json;
    return { send, sent, bodyAt, historyAt: (at: number) => bodyAt(at)[field] as never[] };
  }

  describe(`requests of ${name}`, () => {
    test('sends every kind of part unchanged when the request fits', async () => {
      const errors: unknown[] = [];
      const { send, sent } = recording({ onError: (error) => errors.push(error) });
      const init = post({ [field]: member.everyPart });
      await send(url, { ...init, body: `${init.body}\n` });
      expect(errors).toEqual([]);
      expect(sent[0]![1].body).toBe(`${init.body}\n`);
    });

    test.each(member.leftAlone)('sends %s unchanged', async (_what, change) => {
      const { send, sent } = recording();
      const init: RequestInit = { ...post({ [field]: long, ...change.body }), ...change.init };
      await send(change.url ?? url, init as Init);
      expect(sent.map(([to, given]) => [to, given.body])).toEqual([[change.url ?? url, init.body]]);
    });

    test.each([url, ...(member.alsoRewritten ?? [])])(
      'rewrites only the history, and keeps it valid: %s',
      async (to) => {
        const { send, sent, bodyAt, historyAt } = recording();
        const init = post({ [field]: long, store: false });
        await send(to, { ...init, keepalive: true });
        expect(sent[0]![0]).toBe(to);
        expect({ ...sent[0]![1], body: '' }).toMatchObject({ method: 'POST', keepalive: true });
        expect(sent[0]![1].body.length).toBeLessThan(init.body.length / 2);
        expect({ ...bodyAt(0), [field]: [] }).toEqual({ ...model, store: false, [field]: [] });
        expect(member.problems(historyAt(0))).toEqual([]);
      },
    );

    test('sends the same bytes for an equal request and for its own output', async () => {
      const { send, sent, historyAt } = recording();
      await send(url, post({ [field]: long }));
      await send(url, post({ [field]: long }));
      await send(url, post({ [field]: historyAt(0) }));
      expect(new Set(sent.map(([, { body }]) => body)).size).toBe(1);
    });

    test('a request that cannot be prepared fails, or is sent unchanged when `onError` is set', async () => {
      const init = post({ [field]: long });
      const strict = recording({ ...SMALL, pinned: refuse });
      await expect(strict.send(url, init)).rejects.toThrow('no');
      expect(strict.sent).toEqual([]);
      const errors: unknown[] = [];
      const onError = (error: unknown): unknown => errors.push(error);
      const lenient = recording({ ...SMALL, pinned: refuse, onError });
      await lenient.send(url, init);
      expect(errors).toEqual([new Error('no')]);
      expect(lenient.sent[0]![1].body).toBe(init.body);
    });

    test('sends nothing when the request is aborted during preparation', async () => {
      const controller = new AbortController();
      const pinned = (): boolean => {
        controller.abort();
        return false;
      };
      const errors: unknown[] = [];
      const { send, sent } = recording({
        ...SMALL,
        pinned,
        onError: (error) => errors.push(error),
      });
      const answer = send(url, { ...post({ [field]: long }), signal: controller.signal });
      await expect(answer).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
      expect([errors, sent]).toEqual([[], []]);
    });

    /** Returns the estimates of growing requests whose responses report a number of prompt tokens. */
    async function estimates(promptTokens: number): Promise<readonly number[]> {
      const tokens: number[] = [];
      const onPrepared: AdapterOptions['onPrepared'] = ({ tokensBefore }, facts) => {
        expect(facts.model).toBe('model-1');
        tokens.push(tokensBefore);
      };
      const { send } = recording({ onPrepared }, promptTokens);
      for (const steps of [2, 3, 4, 5])
        await (await send(url, post({ [field]: history(steps) }))).text();
      return tokens;
    }

    test('raises later estimates when the provider reports more tokens, and names the model', async () => {
      const [few, many] = [await estimates(10), await estimates(90_000)];
      expect(few).toHaveLength(4);
      expect(many[0]).toBe(few[0]);
      expect(many.at(-1)).toBeGreaterThan(few.at(-1)!);
    });

    test('rejects an unknown option at construction', () => {
      expect(() => recording({ wen: 'ingest' } as AdapterOptions)).toThrow(
        /options: expected one of .+, got "wen"\./,
      );
    });
  });
}
