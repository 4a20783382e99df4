import { parseFields } from '@palimpsest/adapter';
import type { OwnCall, OwnResult } from '../apis/api.ts';
import { createIsOwn } from '../apis/members.ts';
import type { SessionRequest } from '../request-plan.ts';
import { headerOf, oneChunk, withHeaders, type Chunks, type ProxyResponse } from '../exchange.ts';
import type { ProxyToolName } from '../proxy-options.ts';
import { readWhole } from '../read-body.ts';
import type { Session } from '../sessions.ts';
import { readServerEvents } from './server-events.ts';
import { isOnlyOwn, type Turn, type TurnReader } from './turn-reader.ts';

const COMPACT_TOOL_NAME: ProxyToolName = 'compact_context';

/** Requests that one response of the client may cost, so that a model cannot recall without end. */
const MAX_ROUNDS = 16;

export interface RecallRequest {
  readonly request: SessionRequest;
  /** Names of the proxy's tools that the request was offered. */
  readonly offered: readonly string[];
  /** Sends the same request with more messages at its end. */
  readonly ask: (more: FurtherMessages) => Promise<ProxyResponse>;
  readonly onRecall: (calls: number) => void;
}

/** What follows the client's messages in a further request. */
interface FurtherMessages {
  readonly messages: readonly unknown[];
  /** Whether the newest calls ask for a compression of all that precedes them. */
  readonly asksToCompact: boolean;
}

/**
 * Answers the calls of the proxy's tools in a response, in further requests, until the model asks for nothing else. Returns the response for the
 * client. A response that cannot be read is returned as it is.
 */
export async function answerRecalls(
  response: ProxyResponse,
  given: RecallRequest,
): Promise<ProxyResponse> {
  const type = headerOf(response.headers, 'content-type') ?? '';
  const encoding = headerOf(response.headers, 'content-encoding') ?? 'identity';
  if (response.status !== 200 || encoding !== 'identity') return response;
  const reader = given.request.api.readTurns(createIsOwn(given.offered));
  if (type.includes('text/event-stream')) {
    return { ...response, body: joinStreams(response.body, reader, given) };
  }
  return type.includes('json') ? await joinBodies(response, reader, given) : response;
}

async function* joinStreams(body: Chunks, reader: TurnReader, request: RecallRequest): Chunks {
  const exchange = createExchange(request);
  for (let next: Chunks | undefined = body; next !== undefined;) {
    for await (const event of readServerEvents(next)) yield* reader.takeEvent(event);
    const more = await exchange.takeTurn(reader.endTurn());
    next = more === undefined ? undefined : (await askAgain(request, more)).body;
  }
  yield* reader.heldEvents();
}

async function joinBodies(
  response: ProxyResponse,
  reader: TurnReader,
  request: RecallRequest,
): Promise<ProxyResponse> {
  const exchange = createExchange(request);
  let hasRecalled = false;
  let bytes = await readWhole(response.body);
  for (;;) {
    const body = parseFields(new TextDecoder().decode(bytes));
    if (body === undefined) break;
    reader.takeBody(body);
    const turn = reader.endTurn();
    hasRecalled ||= turn !== undefined && turn.own.length > 0;
    const more = await exchange.takeTurn(turn);
    if (more === undefined) break;
    bytes = await readWhole((await askAgain(request, more)).body);
  }
  if (hasRecalled) bytes = new TextEncoder().encode(JSON.stringify(reader.joinedBody()));
  const headers = withHeaders(response.headers, { 'content-length': String(bytes.length) });
  return { ...response, headers, body: oneChunk(bytes) };
}

/** The messages between the client's request and the end of its response. */
function createExchange({ request: { api, session, body }, onRecall }: RecallRequest): {
  /** Answers the proxy's calls of a turn. Returns the messages to send with the next request; `undefined` if there is none. */
  takeTurn(turn: Turn | undefined): Promise<FurtherMessages | undefined>;
} {
  const messages: unknown[] = [];
  let rounds = 0;
  let hasCompacted = false;
  return {
    async takeTurn(turn) {
      if (turn === undefined) return undefined;
      if (hasCompacted && !isOnlyOwn(turn)) {
        // Later requests must begin as the compressed one, whatever the client makes of the answer.
        await session.hidden.addAfter(body.messages, messages.splice(0));
      }
      messages.push(...turn.messages);
      const answers = await Promise.all(turn.own.map((call) => answer(session, call)));
      if (answers.length > 0) onRecall(answers.length);
      const results = answers.length === 0 ? [] : api.ownResults(answers);
      if (!isOnlyOwn(turn)) {
        if (messages.length > turn.messages.length || results.length > 0) {
          await session.hidden.add(api, body.messages, {
            keys: turn.others,
            messages: [...messages],
            results,
          });
        }
        return undefined;
      }
      rounds += 1;
      if (rounds > MAX_ROUNDS)
        throw new Error(`The model called only tools of the proxy ${rounds} times in a row.`);
      messages.push(...results);
      const asksToCompact = turn.own.some(({ name }) => name === COMPACT_TOOL_NAME);
      hasCompacted ||= asksToCompact;
      return { messages: [...messages], asksToCompact };
    },
  };
}

async function answer({ adapter }: Session, call: OwnCall): Promise<OwnResult> {
  const tool = Object.values(adapter.tools).find(({ name }) => name === call.name)!;
  return { ...call, ...(await tool.run(call.input)) };
}

/** @throws {Error} if the provider refuses: the client then sees a response that is cut off, and tries again */
async function askAgain({ ask }: RecallRequest, more: FurtherMessages): Promise<ProxyResponse> {
  const response = await ask(more);
  if (response.status === 200) return response;
  throw new Error(`The provider answered ${response.status} to the results of the proxy's tools.`);
}
