import type { Dice } from '../dice.ts';
import type { ChatMessage } from '../retention/chat-message.ts';

/** Kinds of items, each with its weight in a score: those of CompactBench. */
export const ITEM_WEIGHTS = { never: 3, always: 3, decision: 3, task: 2, owner: 1 } as const;
type ItemKind = keyof typeof ITEM_WEIGHTS;

/** Something that a chat said once and that still holds: its parts must stand together in one line. */
interface ChatItem {
  readonly kind: ItemKind;
  readonly parts: readonly string[];
}

/** A chat in which few messages matter, with what must be left of it. */
interface ItemChat {
  readonly messages: readonly ChatMessage[];
  readonly items: readonly ChatItem[];
}

/** Who says a message. */
type Speaker = 'user' | 'assistant';
type Turn = readonly [speaker: Speaker, text: string];
interface Written {
  readonly turns: readonly Turn[];
  readonly items: readonly ChatItem[];
}

const NAMES = 'Mara Jonas Ines Teodor Ruth Pavel Aiko Salim Noor Lena Emeka Otto'.split(' ');
const PROJECTS = ['the berth planner', 'the tariff rewrite', 'the pilot roster', 'the crane audit'];
const VERBS = ['archive', 'publish', 'rename', 'merge', 'export', 'freeze', 'split', 'translate'];
const OBJECTS =
  'the customs ledger|the weekly manifest|the quay map|the signal table|the fuel report|the dock contracts|the harbour survey|the mooring plan'.split(
    '|',
  );
const MANNERS =
  'before the audit|without a second reader|on the shared drive|in one step|for the whole port|from the old archive'.split(
    '|',
  );

const act = (dice: Dice): string =>
  `${dice.pick(VERBS)} ${dice.pick(OBJECTS)} ${dice.pick(MANNERS)}`;

/** Ways to forbid something. */
const NEVER: readonly ((action: string) => string)[] = [
  (action) => `One hard rule: never ${action}.`,
  (action) => `Absolutely never ${action}, whatever anybody tells you.`,
  (action) => `By the way, please don't ever ${action}, we had trouble with that.`,
  (action) => `Under no circumstances may you ${action}.`,
  (action) => `We do not ${action}. That is not up for discussion.`,
  (action) => `You must not ${action}.`,
];
/** Ways to demand something. */
const ALWAYS: readonly ((action: string) => string)[] = [
  (action) => `Always ${action}, that is the first thing.`,
  (action) => `Make sure that you ${action} every time.`,
  (action) => `You have to ${action}, without exception.`,
  (action) => `Each time you finish a part, ${action}.`,
];
/** Ways to settle on the last of three options. */
const SETTLED: readonly ((action: string) => string)[] = [
  (action) => `You know what, final answer: let's ${action}. Forget the other two.`,
  (action) => `Scratch all of that. We are going to ${action} instead.`,
  (action) => `We settled it in the meeting: we ${action}.`,
  (action) => `OK, decided. The plan is to ${action}.`,
];

/** The families of chats. */
const FAMILIES: Readonly<Record<string, (dice: Dice) => Written>> = {
  rules: (dice) => {
    const [first, second, third] = [act(dice), act(dice), act(dice)];
    return {
      turns: [
        ['user', `Here is the setup: ${dice.pick(NAMES)} works on ${dice.pick(PROJECTS)}.`],
        ['user', dice.pick(NEVER)(first)],
        ['user', dice.pick(ALWAYS)(second)],
        ['assistant', 'Understood, I keep to that.'],
        ['user', dice.pick(NEVER)(third)],
      ],
      items: [
        { kind: 'never', parts: [first] },
        { kind: 'always', parts: [second] },
        { kind: 'never', parts: [third] },
      ],
    };
  },
  decisions: (dice) => {
    const [first, second, last] = [act(dice), act(dice), act(dice)];
    return {
      turns: [
        ['user', `For ${dice.pick(PROJECTS)} I think that we should ${first}.`],
        ['assistant', 'That would work.'],
        ['user', `Wait, let me revise that. Let's ${second} instead.`],
        ['assistant', 'Then the second option.'],
        ['user', dice.pick(SETTLED)(last)],
        ['assistant', 'Noted as the plan.'],
      ],
      items: [{ kind: 'decision', parts: [last] }],
    };
  },
  owners: (dice) => {
    const people = [dice.pick(NAMES.slice(0, 6)), dice.pick(NAMES.slice(6))];
    const tasks = people.map(() => act(dice));
    return {
      turns: [
        ['user', `We share ${dice.pick(PROJECTS)}. ${people[0]} will ${tasks[0]}.`],
        ['user', `And ${people[1]} will ${tasks[1]}.`],
        ['assistant', 'Two owners with a task each.'],
      ],
      items: people.map((person, at) => ({ kind: 'owner', parts: [person, tasks[at]!] })),
    };
  },
  open: (dice) => {
    const [task, rule] = [act(dice), act(dice)];
    return {
      turns: [
        ['user', `Still open: somebody has to ${task}.`],
        ['assistant', 'I leave that open for now.'],
        ['user', dice.pick(NEVER)(rule)],
      ],
      items: [
        { kind: 'task', parts: [task] },
        { kind: 'never', parts: [rule] },
      ],
    };
  },
};
export const CHAT_FAMILIES: readonly string[] = Object.keys(FAMILIES);

/** Talk that nobody needs later: times, food, rooms, questions that the next message answers. */
const TALK: readonly ((dice: Dice) => string)[] = [
  (dice) => `The demo is at ${dice.between(9, 17)}:${dice.between(10, 59)} in the small room.`,
  (dice) =>
    `${dice.pick(NAMES)} asked whether there is still coffee on floor ${dice.between(1, 9)}.`,
  (dice) => `The train was ${dice.between(5, 50)} minutes late again.`,
  (dice) => `Did you see the picture that ${dice.pick(NAMES)} sent? The crane looks tiny.`,
  (dice) => `The link for the call has changed, room ${dice.between(100, 999)} as far as I know.`,
  (dice) => `How did the ${dice.pick(VERBS)} run go on the test machine?`,
  (dice) => `Lunch is at ${dice.between(11, 13)} today because of the visitors.`,
  (dice) => `I looked at the notes about ${dice.pick(OBJECTS)} for a while.`,
];
const REPLIES = [
  'Thanks, I will look at that when it matters.',
  'It ran through, there was nothing that stood out.',
  'Good to know. I go on with the draft.',
  'I had a look, it seems fine from here.',
];

/** Messages of talk, two for each turn. */
function writeTalk(turns: number, dice: Dice): ChatMessage[] {
  return Array.from({ length: turns }, (): ChatMessage[] => [
    { role: 'user', content: dice.pick(TALK)(dice) },
    { role: 'assistant', content: dice.pick(REPLIES) },
  ]).flat();
}

/** Number of turns of talk after what matters: the hardest setting of CompactBench. */
const TALK_TURNS = 32;

/** Writes a chat of a family: a little talk, what matters, much talk, and a question about the plan. */
export function writeItemChat(family: string, dice: Dice): ItemChat {
  const { turns, items } = FAMILIES[family]!(dice);
  const messages: readonly ChatMessage[] = [
    { role: 'system', content: 'You help with the port.' },
    ...writeTalk(2, dice),
    ...turns.map(([role, content]) => ({ role, content })),
    ...writeTalk(TALK_TURNS, dice),
    { role: 'user', content: 'What is next? Say it in one sentence before you begin.' },
  ];
  return { messages, items };
}
