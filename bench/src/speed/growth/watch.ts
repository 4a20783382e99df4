import { memoryInUse } from '../measure.ts';

/** Counts the messages that a method examines, and stops it at a limit. */
export interface Watch {
  /** Records that a counter received this many messages. */
  saw(messages: number): void;
  /** Returns the same list, with every read message counted: for methods without a counter. */
  over<Message>(messages: readonly Message[]): readonly Message[];
}

/** A watch with readable results. */
export interface KeptWatch extends Watch {
  /** Number of messages examined, with repetitions. */
  readonly looks: number;
  /** Peak memory in use, sampled while messages are examined, in bytes. */
  readonly peak: number;
}

export interface Bounds {
  /** Number of examined messages at which a method is stopped: the same on every machine. */
  readonly looks: number;
  /** Seconds at which a method is stopped, whatever it examined. */
  readonly seconds: number;
}

/** Thrown to stop a method that exceeds its bounds. */
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

/** Creates a watch that counts examined messages and samples memory, less often the longer the method runs. */
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

/** Creates a watch that only stops the method; its cost is negligible. */
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
