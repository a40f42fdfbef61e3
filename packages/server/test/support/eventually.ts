import { inspect } from 'node:util'

/** Longer than anything takes that tests wait for, also on a busy machine, and shorter than the time limit of a test. */
const longestWaitMs = 60_000

type Waiting = { mostMs?: number; everyMs?: number }

/** Reads again and again until the value is as expected, and returns it. Fails with the last value if it never is. */
export async function eventually<T>(
  read: () => T | Promise<T>,
  isDone: (value: T) => boolean,
  { mostMs = longestWaitMs, everyMs = 25 }: Waiting = {},
): Promise<T> {
  const latest = performance.now() + mostMs
  for (;;) {
    const value = await read()
    if (isDone(value)) return value
    if (performance.now() > latest) {
      const seen = inspect(value, { depth: 4, breakLength: 120 }).slice(0, 2_000)
      throw new Error(`It never became what the test waits for. After ${mostMs / 1000} s, it was ${seen}`)
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/** Waits until this is true. `what` names it for the failure if it never is. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string, waiting?: Waiting): Promise<void> {
  try {
    await eventually(isSo, (holds) => holds, waiting)
  } catch (cause) {
    throw new Error(`this never happened: ${what}`, { cause })
  }
}
