import { memoryInUse } from '../measure.ts';

/** Sees how much a method looks at, and puts an end to it when it becomes too much. */
export interface Watch {
  /** A counter was given so many messages. */
  saw(messages: number): void;
  /** For a method that has no counter: the same list, where every message that is read is seen. */
  over<Message>(messages: readonly Message[]): readonly Message[];
}

/** A watch whose findings can be read. */
export interface KeptWatch extends Watch {
  /** Messages that were looked at, as often as they were. */
  readonly looks: number;
  /** Most memory in use at any of the looks, in bytes. */
  readonly peak: number;
}

export interface Bounds {
  /** Looks after which a method is stopped: the same on every machine. */
  readonly looks: number;
  /** Seconds after which it is stopped in any case. */
  readonly seconds: number;
}

/** A method was stopped, as it looked at more than anybody would wait for. */
export class StoppedError extends Error {
  readonly looks: number;
  readonly seconds: number;

  constructor(looks: number, seconds: number) {
    super(`Stopped after ${looks} looks and ${seconds.toFixed(1)} s.`);
    this.name = 'StoppedError';
    this.looks = looks;
    this.seconds = seconds;
  }
}

/** Counts looks and samples memory, now and then: more seldom the longer it takes. */
export function keepWatch(size: number, bounds: Bounds): KeptWatch {
  const stop = stopper(bounds);
  let [looks, peak, next] = [0, 0, 0];
  const saw = (messages: number): void => {
    looks += messages;
    if (looks < next) return;
    next = looks * 1.02 + size / 64;
    peak = Math.max(peak, memoryInUse());
    stop(looks);
  };
  return {
    saw,
    over: (messages) =>
      new Proxy(messages, {
        get(target, key) {
          if (typeof key === 'string' && key !== 'length' && Object.hasOwn(target, key)) saw(1);
          return Reflect.get(target, key) as unknown;
        },
      }),
    get looks() {
      return looks;
    },
    get peak() {
      return peak;
    },
  };
}

/** Only puts an end to it, and costs next to nothing. */
export function onlyStop(bounds: Bounds): Watch {
  const stop = stopper(bounds);
  let looks = 0;
  return {
    saw(messages) {
      looks += messages;
      stop(looks);
    },
    over: (messages) => messages,
  };
}

function stopper(bounds: Bounds): (looks: number) => void {
  const start = performance.now();
  return (looks) => {
    const seconds = (performance.now() - start) / 1e3;
    if (looks > bounds.looks || seconds > bounds.seconds) throw new StoppedError(looks, seconds);
  };
}
