// Functions that the tests of the pool run in other processes.

/** Returns its own process and a copy of what it got. */
export async function echo<Given>(given: Given): Promise<{ pid: number; given: Given }> {
  return { pid: process.pid, given }
}

/** Yields the numbers below a count, and returns it. */
export async function* count(to: number): AsyncGenerator<number, number> {
  for (let number = 0; number < to; number++) yield number
  return to
}

/** Returns the names of its environment variables. */
export async function environmentNames(): Promise<string[]> {
  return Object.keys(process.env)
}

/** Fails. */
export async function fail(text: string): Promise<never> {
  throw new Error(text)
}

/** Never ends. */
export async function hang(): Promise<void> {
  for (;;);
}
