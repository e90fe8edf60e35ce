import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { DomainError } from '#lib/errors.ts'
import type { App } from '../app.ts'
import { STAFF, toMemberAudience } from '../events/events.ts'
import { openTicks, type Rows } from '../events/ticks.ts'
import type { ResolveSession, Session } from './http.ts'

const TICK_MS = 10_000
const HEARTBEAT_MS = 25_000
const SESSION_CHECK_MS = 60_000
const STREAMS_PER_PERSON = 12
/** A page that leaves more than this unread is disconnected; it reconnects and catches up. */
const UNREAD_BYTES = 64 * 1_024

export type StreamOptions = {
  app: App
  /** Finds a session without extending it: an open page does not prolong a session. */
  peekSession: ResolveSession
  /** Ends all streams when the server stops. */
  stopping?: AbortSignal | undefined
  /** Reads the rows of the price stream; without it, there is no such stream. */
  readRows?: ((app: App) => Promise<Rows>) | undefined
}

/** Starts sending messages to one page; returns a function that stops. */
type Follow = (
  session: Session,
  c: Context,
  send: (message: string) => void,
) => (() => void) | Promise<() => void>

/**
 * Opens the streams of signed-in pages. `events` reports changed topics, never a figure; a page
 * that lost its connection reads everything. `ticks` sends rows as they change; a page that names
 * its last tick receives what it missed.
 */
export function openEventStreams(options: StreamOptions) {
  const { app, readRows } = options
  const events = openStream(options, ({ who }, _c, send) =>
    app.events.subscribe(who.kind === 'admin' ? STAFF : toMemberAudience(who.id), (topic) =>
      send(`event: changed\ndata: ${topic}\n\n`),
    ),
  )
  if (!readRows) return { events }

  const ticks = openTicks({ clock: app.clock, everyMs: TICK_MS, read: () => readRows(app) })

  return {
    events,
    ticks: openStream(options, (_session, c, send) =>
      ticks.follow(c.req.header('last-event-id') ?? c.req.query('after'), send),
    ),
  }
}

/** Throws 401 without a session of the named kind, and 429 beyond the streams of one person. */
function openStream({ app, peekSession, stopping }: StreamOptions, follow: Follow) {
  const open = new Map<string, number>()

  return async (c: Context): Promise<Response> => {
    const { signal, headers } = c.req.raw
    const over = stopping ? AbortSignal.any([signal, stopping]) : signal
    const sessionKind = c.req.query('for') === 'admin' ? 'admin' : 'member'
    const session = await peekSession(app, headers, sessionKind)
    if (session?.who.kind !== sessionKind)
      throw new DomainError('signed_out', 401, 'Please log in to continue.')

    const leave = enter(open, session.who.id)
    const isActive = async () => (await peekSession(app, headers, sessionKind))?.id === session.id

    const response = streamSSE(c, async (stream) => {
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      const end = () => resolve()
      let unread = 0
      const send = (message: string) => {
        if (unread > UNREAD_BYTES) {
          disconnect(c)
          return end()
        }

        unread += message.length
        void stream.write(message).then(() => {
          unread -= message.length
        })
      }

      const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS)
      const check = setInterval(() => {
        isActive().then((active) => active || end(), end)
      }, SESSION_CHECK_MS)

      stream.onAbort(end)
      over.addEventListener('abort', end)
      if (over.aborted) end()

      try {
        send('retry: 2000\n\n')
        const unfollow = await follow(session, c, send)
        await ended
        unfollow()
      } finally {
        over.removeEventListener('abort', end)
        clearInterval(heartbeat)
        clearInterval(check)
        leave()
      }
    })

    response.headers.set('cache-control', 'no-store')
    response.headers.set('x-accel-buffering', 'no')

    return response
  }
}

/** Counts a person's streams; returns a function that leaves again. */
function enter(open: Map<string, number>, id: string): () => void {
  const count = (open.get(id) ?? 0) + 1
  if (count > STREAMS_PER_PERSON)
    throw new DomainError('too_many_pages', 429, 'You have too many pages open.')

  open.set(id, count)

  return () => {
    const left = (open.get(id) ?? 1) - 1
    if (left > 0) open.set(id, left)
    else open.delete(id)
  }
}

/** Closes the connection, since a page that reads nothing never sees the end of its stream. */
const disconnect = (c: Context<{ Bindings: Partial<HttpBindings> }>) => c.env?.outgoing?.destroy()
