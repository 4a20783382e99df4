import { openaiAdapter } from '@palimpsest/adapter-openai';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { memorySessions } from '@palimpsest/originals/sessions';
import OpenAI from 'openai';
import messages from './session.json' with { type: 'json' };

// In memory here. Functions share stores outside of them, such as redisSessions(client) and unstorageOriginals(storage).
const store = memorySessions({ ttl: 30 * 24 * 60 * 60 });
const removed = memoryOriginals();

/** Returns the messages that follow a history. Nothing is kept between two calls, so each may run in another process. */
async function handle(request: Request): Promise<Response> {
  const { id, history } = (await request.json()) as { id: string; history: Message[] };
  const adapter = openaiAdapter({
    session: { id, store },
    originals: openOriginals(removed, { session: id }),
    contextLimit: 64_000,
    fetch: provider,
  });
  const client = new OpenAI({ apiKey: 'none', fetch: adapter.fetch });
  const runner = client.chat.completions.runTools({
    model: 'gpt-5',
    messages: history,
    tools: [adapter.recallTool],
  });
  await runner.done();
  await adapter.flush();
  return Response.json(runner.messages.slice(history.length));
}

type Message = OpenAI.ChatCompletionMessageParam;

const sent: string[] = [];

/** Stands for the provider: keeps what it received, and answers. */
function provider(_url: unknown, init?: RequestInit): Promise<Response> {
  sent.push(init?.body as string);
  const message = { role: 'assistant', content: 'Done.' };
  const usage = { prompt_tokens: Math.ceil(sent.at(-1)!.length / 4) };
  return Promise.resolve(Response.json({ choices: [{ index: 0, message }], usage }));
}

const body = JSON.stringify({ id: 'alice/42', history: messages });
for (const _ of ['one process', 'another']) {
  const response = await handle(new Request('http://localhost/', { method: 'POST', body }));
  console.log(await response.json());
}
console.log(
  `${messages.length} messages became ${sent[0]!.length} characters`,
  sent[0] === sent[1],
);
