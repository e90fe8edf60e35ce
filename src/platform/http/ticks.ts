import { DomainError } from '#lib/errors.ts'
import type { App } from '../app.ts'
import { openTicks, type Rows } from '../events/ticks.ts'
import type { ResolveSession } from './http.ts'

const EVERY_MS = 10_000
const BEAT_MS = 25_000
const LOOK_MS = 60_000
const STREAMS_PER_PERSON = 12
/** A page that has left this much unread is let go; it comes back and is told what it missed. */
const UNREAD_BYTES = 64 * 1_024

export type TicksOptions = {
  app: App
  /**
   * Looks a session up without counting as use of it: an open page doesn't keep anyone signed in.
   */
  peekSession: ResolveSession
  /** Ends all streams when the server stops. */
  stopping?: AbortSignal | undefined
  /** What the stream carries, as it is now. */
  readRows(app: App): Promise<Rows>
}

/**
 * Sends rows to signed-in pages as they change. A page that lost the line says which tick it had
 * last and goes on there.
 */
export function openTickStream({ app, peekSession, stopping, readRows }: TicksOptions) {
  const ticks = openTicks({ clock: app.clock, everyMs: EVERY_MS, read: () => readRows(app) })
  const open = new Map<string, number>()

  return async (request: Request): Promise<Response> => {
    const query = new URL(request.url).searchParams
    const sessionKind = query.get('for') === 'admin' ? 'admin' : 'member'
    const session = await peekSession(app, request.headers, sessionKind)
    if (session?.who.kind !== sessionKind)
      throw new DomainError('signed_out', 401, 'Please log in to continue.')

    const leave = enter(open, session.who.id)
    const ended = stopping ? AbortSignal.any([request.signal, stopping]) : request.signal
    const after = request.headers.get('last-event-id') ?? query.get('after') ?? undefined
    const isSessionActive = async () =>
      (await peekSession(app, request.headers, sessionKind))?.id === session.id

    return new Response(
      createTickStream({
        follow: (send) => ticks.follow(after, send),
        stillThere: isSessionActive,
        leave,
        ended,
      }),
      {
        headers: {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        },
      },
    )
  }
}

/** Counts a person's streams; answers how to leave again. */
function enter(open: Map<string, number>, id: string): () => void {
  const count = (open.get(id) ?? 0) + 1
  if (count > STREAMS_PER_PERSON)
    throw new DomainError('too_many_pages', 429, 'Too many pages are open at once.')

  open.set(id, count)

  return () => {
    const left = (open.get(id) ?? 1) - 1
    if (left > 0) open.set(id, left)
    else open.delete(id)
  }
}

type Stream = {
  follow(send: (message: string) => void): Promise<() => void>
  stillThere(): Promise<boolean>
  leave(): void
  ended: AbortSignal
}

function createTickStream({
  follow,
  stillThere,
  leave,
  ended,
}: Stream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const stops: (() => void)[] = [leave]
  const stop = () => {
    for (const each of stops.splice(0)) each()
  }
  const start = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const end = (failure?: Error) => {
      if (stops.length === 0) return
      stop()
      if (failure) controller.error(failure)
      else controller.close()
    }

    const write = (text: string) => {
      if (stops.length === 0) return
      controller.enqueue(encoder.encode(text))
      if ((controller.desiredSize ?? 0) <= 0)
        end(new Error('A page left its prices unread and was let go.'))
    }

    const beat = setInterval(() => write(': still here\n\n'), BEAT_MS)
    const look = setInterval(() => {
      stillThere().then(
        (there) => there || end(),
        () => end(),
      )
    }, LOOK_MS)

    const handleAbort = () => end()
    ended.addEventListener('abort', handleAbort, { once: true })
    stops.push(
      () => clearInterval(beat),
      () => clearInterval(look),
      () => ended.removeEventListener('abort', handleAbort),
    )

    write('retry: 2000\n\n')

    const unfollow = await follow(write)
    if (stops.length === 0) unfollow()
    else stops.push(unfollow)
    if (ended.aborted) end()
  }

  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        void start(controller)
      },
      cancel: stop,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: UNREAD_BYTES }),
  )
}
