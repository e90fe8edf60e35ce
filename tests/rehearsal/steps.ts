/** Prints each step with its result and time. A step that fails ends the rehearsal. */
export function createSteps(write: (text: string) => void = (text) => process.stdout.write(text)) {
  const begun = performance.now()
  let count = 0

  return {
    heading: (text: string) => write(`\n${text}\n`),
    run: async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
      const started = performance.now()
      count++
      try {
        const result = await work()
        const detail = typeof result === 'string' && result ? `: ${result}` : ''
        write(`  ok      ${formatSeconds(started)}  ${name}${detail}\n`)
        return result
      } catch (error) {
        write(`  FAILED  ${formatSeconds(started)}  ${name}\n`)
        throw error
      }
    },
    finish: () => write(`\n${count} steps held, in ${formatSeconds(begun).trim()}.\n`),
  }
}

export type Steps = ReturnType<typeof createSteps>

const formatSeconds = (since: number) =>
  `${((performance.now() - since) / 1_000).toFixed(1)} s`.padStart(7)

/** Repeats a read until it gives something, for at most `timeoutMs`. */
export async function waitFor<Result>(
  what: string,
  read: () => Promise<Result | null | undefined | false>,
  timeoutMs = 120_000,
): Promise<Result> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
    const found = await read()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`Not in time: ${what}`)
}
