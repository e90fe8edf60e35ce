/** Reading a file takes memory and a processor: this many at once, the others wait. */
const READ_AT_ONCE = 2
let reading = 0
const waiting: (() => void)[] = []

/** Runs the work once fewer than `READ_AT_ONCE` files are being read. */
export async function runInTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (reading >= READ_AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else reading += 1

  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else reading -= 1
  }
}
