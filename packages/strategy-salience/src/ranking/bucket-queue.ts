/** Members by level, the highest first; within a level, the last added first. Every operation takes constant time. */
export interface BucketQueue {
  /** Adds or moves a member. A level below 0 removes it. */
  readonly put: (member: number, level: number) => void;
  /** Removes and returns the next member; -1 if the queue is empty. */
  readonly take: () => number;
  /** Level of the last removed member. */
  readonly level: number;
}

const NONE = -1;

export function createBucketQueue(members: number, levels: number): BucketQueue {
  const first = new Int32Array(levels).fill(NONE);
  const next = new Int32Array(members).fill(NONE);
  const previous = new Int32Array(members).fill(NONE);
  const levelOf = new Int16Array(members).fill(NONE);
  /** No member has a higher level. */
  let top = levels - 1;
  let taken = NONE;

  const unlink = (member: number): void => {
    const [before, after] = [previous[member]!, next[member]!];
    if (before === NONE) first[levelOf[member]!] = after;
    else next[before] = after;
    if (after !== NONE) previous[after] = before;
    levelOf[member] = NONE;
  };
  return {
    put(member, level) {
      if (levelOf[member] !== NONE) unlink(member);
      if (level < 0) return;
      const at = Math.min(level, levels - 1);
      const after = first[at]!;
      next[member] = after;
      previous[member] = NONE;
      if (after !== NONE) previous[after] = member;
      first[at] = member;
      levelOf[member] = at;
      if (at > top) top = at;
    },
    take() {
      while (top >= 0 && first[top] === NONE) top -= 1;
      if (top < 0) return NONE;
      const member = first[top]!;
      taken = top;
      unlink(member);
      return member;
    },
    get level() {
      return taken;
    },
  };
}
