import type { Clock } from '../clock.ts'

/** The rows of a stream by name, each as the text that a page is sent. */
export type Rows = ReadonlyMap<string, string>

type Ticks = {
  /**
   * Sends the changes missed since the tick `after`, or all rows when that tick is no longer
   * stored, and then every change. Returns a function that stops it.
   */
  follow(after: string | undefined, send: (message: string) => void): Promise<() => void>
}

type TicksOptions = {
  clock: Pick<Clock, 'now'>
  read(): Promise<Rows>
  /** The interval between reads while there are subscribers; without any, nothing is read. */
  everyMs: number
  /** The number of ticks stored for returning subscribers. */
  maxRetained?: number
}

type Tick = { number: number; message: string }

/** Reads once for all subscribers and sends what changed as a tick with its own number. */
export function openTicks({ clock, read, everyMs, maxRetained = 120 }: TicksOptions): Ticks {
  const run = clock.now().getTime().toString(36)
  const followers = new Set<(message: string) => void>()
  let rows: Rows = new Map()
  let past: Tick[] = []
  let number = 0
  let timer: ReturnType<typeof setInterval> | undefined
  let reading: Promise<void> | null = null

  const readChanges = async () => {
    const next = await read().catch(() => rows)
    const changed = [...next].filter(([name, text]) => rows.get(name) !== text)
    const gone = [...rows.keys()].some((name) => !next.has(name))

    rows = next
    reading = null

    if (changed.length === 0 && !gone) return

    number += 1

    const message = formatTick(run, number, gone ? 'all' : 'some', gone ? rows : new Map(changed))
    past = [...past, { number, message }].slice(-maxRetained)
    for (const send of [...followers]) send(message)
  }

  const ensureRead = () => {
    reading ??= readChanges()
    return reading
  }

  const listMissed = (after: string | undefined): string[] => {
    const [, of, last] = /^([a-z0-9]+)-(\d+)$/.exec(after ?? '') ?? []
    const known = of === run && Number(last) <= number && Number(last) >= number - past.length
    if (!known) return [formatTick(run, number, 'all', rows)]
    return past.filter((tick) => tick.number > Number(last)).map(({ message }) => message)
  }

  return {
    follow: async (after, send) => {
      if (!timer) await ensureRead()
      timer ??= setInterval(ensureRead, everyMs).unref()
      for (const message of listMissed(after)) send(message)
      followers.add(send)

      return () => {
        followers.delete(send)
        if (followers.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

const formatTick = (run: string, number: number, event: 'all' | 'some', rows: Rows) =>
  `id: ${run}-${number}\nevent: ${event}\ndata: [${[...rows.values()].join()}]\n\n`
