import { vi } from 'vitest';

/**
 * Installs fake timers. Returns a function that counts the running timers set with `setTimeout` since then that keep the process alive.
 * `vi.getTimerCount()` counts others too: a library that another test file loaded into the worker may set its own in the background.
 */
export function useFakeTimers(): () => number {
  vi.useFakeTimers();
  const running = new Set<NodeJS.Timeout>();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, length?: number) => {
    const timer = set(() => {
      running.delete(timer);
      run();
    }, length);
    running.add(timer);
    return timer;
  });
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    running.delete(timer as NodeJS.Timeout);
    clear(timer);
  });
  return () => [...running].filter((timer) => timer.hasRef()).length;
}
