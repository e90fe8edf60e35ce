/** Decoding takes memory and a processor: this many images at once, the others wait. */
const DECODED_AT_ONCE = 2
let decoding = 0
const waiting: (() => void)[] = []

/** Runs the work once fewer than `DECODED_AT_ONCE` images are being decoded. */
export async function runInTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (decoding >= DECODED_AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else decoding += 1

  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else decoding -= 1
  }
}
