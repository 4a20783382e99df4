import { curate } from '@palimpsest/history';
import { ConversationHistory } from '@palimpsest/orchestrator';
import fc from 'fast-check';
import { expect } from 'vitest';
import { codeOf, entryOf, judgement, namesOf } from './model.ts';
import type { Model, Name, Real } from './model.ts';

type Step = fc.Command<Model, Real>;

/** Creates a command that can always run and checks all invariants afterwards. */
function step(title: string, take: (model: Model, real: Real) => void): Step {
  return {
    check: () => true,
    run(model, real) {
      take(model, real);
      expectAgreement(model, real);
    },
    toString: () => title,
  };
}

function expectAgreement({ names, version }: Model, { history, held, heard }: Real): void {
  expect(namesOf(history.raw())).toEqual(names);
  expect(namesOf(history.curated())).toEqual(namesOf(curate(names.map(entryOf))));
  expect([history.length, history.version]).toEqual([names.length, version]);
  held.push([history.raw(), names]);
  for (const [view, then] of held) expect(namesOf(view)).toEqual(then);
  for (const [index, event] of heard.entries()) {
    const next = heard[index + 1];
    expect(next?.version ?? event.version + 1).toBe(event.version + 1);
    expect(next?.lengthBefore ?? event.lengthAfter).toBe(event.lengthAfter);
  }
  expect(heard.at(-1)?.version ?? version).toBe(version);
}

/** A snapshot, by its distance from the newest; a mask of the names to keep; whether new names come before and after them. */
interface Choice {
  readonly which: number;
  readonly mask: number;
  readonly leads: boolean;
  readonly ends: boolean;
}

const choice = fc.record({
  // Most often the newest snapshot.
  which: fc.oneof(fc.constant(0), fc.constant(0), fc.nat(5)),
  // Mostly keeps all or nearly all names, so that some exchanges survive.
  mask: fc.oneof(
    fc.constant(-1),
    fc.nat(7).map((bit) => ~(1 << bit)),
    fc.integer(),
  ),
  leads: fc.boolean(),
  ends: fc.boolean(),
});

const isKept = (mask: number, index: number): boolean => (mask & (1 << (index % 31))) !== 0;

function newName(model: Model, kind: string): Name {
  model.nextName += 1;
  return `${kind}${model.nextName}`;
}

const append = (kinds: readonly string[]): Step =>
  step(`append ${kinds.join(' ')}`, (model, real) => {
    const added = kinds.map((kind) => {
      const open = model.names.findLast(
        (name) => name.startsWith('c') && !model.names.includes(`r${name.slice(1)}`),
      );
      return kind === 'r' && open !== undefined ? `r${open.slice(1)}` : newName(model, kind);
    });
    add(model, real, [...new Set(added)]);
  });

function add(model: Model, real: Real, names: readonly Name[]): void {
  real.history.append(...names.map(entryOf));
  model.names = [...model.names, ...names];
  if (names.length > 0) model.version += 1;
}

function takeSnapshot(model: Model, real: Real): void {
  const taken = real.history.snapshot();
  expect(taken.version).toBe(model.version);
  real.snapshots.push(taken);
  real.held.push([taken.entries, model.names]);
  model.snapshots.push({ names: model.names, commits: model.commits, life: model.life });
}

const snapshot = (): Step => step('snapshot', takeSnapshot);

function commitPart(
  model: Model,
  real: Real,
  chosen: number,
  isChosen: (name: Name, index: number) => boolean,
  [lead, end]: readonly [Name[], Name[]],
): void {
  const taken = real.snapshots[chosen]!;
  const { names } = model.snapshots[chosen]!;
  const kept = taken.entries.filter((_, index) => isChosen(names[index]!, index));
  const newNames = [...lead, ...namesOf(kept), ...end];
  const newEntries = [...lead.map(entryOf), ...kept, ...end.map(entryOf)];
  const { code, after } = judgement(model, chosen, newNames);
  expect(codeOf(() => real.history.commit(taken, newEntries))).toBe(code);
  real.outcomes.add(code);
  become(model, code === undefined ? after : model.names);
}

const commit = ({ which, mask, leads, ends }: Choice): Step =>
  step(`commit ${which} ${mask}`, (model, real) => {
    const count = model.snapshots.length;
    if (count === 0) return;
    const lead = leads ? [newName(model, 'h')] : [];
    const end = ends ? [newName(model, 'h')] : [];
    const chosen = count - 1 - (which % count);
    commitPart(model, real, chosen, (_, index) => isKept(mask, index), [lead, end]);
  });

/** A tool result arrives after the snapshot; the commit keeps or removes its call. */
const lateAnswer = (staysCall: boolean): Step =>
  step(`late answer ${staysCall}`, (model, real) => {
    const call = newName(model, 'c');
    const late = `r${call.slice(1)}`;
    add(model, real, [call]);
    takeSnapshot(model, real);
    add(model, real, [late]);
    const isChosen = (name: Name) => staysCall || name !== call;
    commitPart(model, real, model.snapshots.length - 1, isChosen, [[newName(model, 'h')], []]);
  });

const density = ({ which, mask, leads }: Choice): Step =>
  step(`density ${which} ${mask}`, (model, real) => {
    const taken = real.history.snapshot();
    const seen = { names: model.names, commits: model.commits, life: model.life };
    const indices = Array.from(model.names.keys());
    const removals = indices.filter((index) => !isKept(mask, index));
    const target = leads ? which % Math.max(1, model.names.length) : -1;
    const isReplaced = isKept(mask, target) && /^[hb]/.test(model.names[target] ?? '');
    const name = newName(model, 'h');
    const replacements = new Map(isReplaced ? [[target, entryOf(name)]] : []);
    const newNames = indices.flatMap((index) => {
      if (!isKept(mask, index)) return [];
      return isReplaced && index === target ? [name] : [model.names[index]!];
    });
    // An entry arrives between the plan and its application.
    const late = newName(model, 'h');
    add(model, real, [late]);
    const { code, after } = judgement({ ...model, snapshots: [seen] }, 0, newNames);
    const result = { removals, replacements };
    expect(codeOf(() => real.history.applyDensityResult(result, taken))).toBe(code);
    real.outcomes.add(code);
    become(model, code === undefined ? after : model.names);
  });

/** Records a replacement; a replacement by the same names changes nothing. */
function become(model: Model, names: readonly Name[]): void {
  if (names.join(' ') === model.names.join(' ')) return;
  model.names = names;
  model.version += 1;
  model.commits += 1;
}

const subscribe = step('subscribe', (_, real) => {
  real.end();
  real.heard = [];
  real.end = real.history.subscribe((event) => {
    real.heard.push(event);
    throw new Error('a listener that fails');
  });
});

const writeAndRead = step('write and read', (model, real) => {
  real.end();
  real.heard = [];
  real.end = () => {};
  real.history = ConversationHistory.from(JSON.parse(JSON.stringify(real.history)));
  model.life += 1;
});

/** Sequences of all steps on a history. */
export const steps: fc.Arbitrary<Iterable<Step>> = fc.commands(
  [
    fc.array(fc.constantFrom('h', 'h', 'b', 'c', 'r'), { maxLength: 4 }).map(append),
    fc.array(fc.constantFrom('h', 'c', 'r'), { minLength: 1, maxLength: 2 }).map(append),
    fc.constant(snapshot()),
    fc.constant(snapshot()),
    choice.map(commit),
    choice.map(commit),
    fc.boolean().map(lateAnswer),
    choice.map(density),
    fc.constant(subscribe),
    fc.constant(writeAndRead),
  ],
  { maxCommands: 25, size: 'large' },
);
