import { DomainError } from '#lib/errors.ts'
import type { App } from '../app.ts'
import { STAFF, toMemberAudience } from '../events/events.ts'
import type { ResolveSession, Session } from './http.ts'

const BEAT_MS = 25_000
const LOOK_MS = 60_000
const STREAMS_PER_PERSON = 12

export type EventsOptions = {
  app: App
  /**
   * Looks a session up without counting as use of it: an open page doesn't keep anyone signed in.
   */
  peekSession: ResolveSession
  /** Ends all streams when the server stops. */
  stopping?: AbortSignal | undefined
}

/**
 * Tells an open page to read again: one `changed` event a topic, never a figure. A page that lost
 * the line reads everything.
 */
export function openEvents({ app, peekSession, stopping }: EventsOptions) {
  const open = new Map<string, number>()
  return async (request: Request): Promise<Response> => {
    const sessionKind =
      new URL(request.url).searchParams.get('for') === 'admin' ? 'admin' : 'member'
    const session = await peekSession(app, request.headers, sessionKind)
    if (session?.who.kind !== sessionKind)
      throw new DomainError('signed_out', 401, 'Please log in to continue.')

    const { id } = session.who
    const count = (open.get(id) ?? 0) + 1
    if (count > STREAMS_PER_PERSON)
      throw new DomainError('too_many_pages', 429, 'Too many pages are open at once.')

    open.set(id, count)

    const releaseStream = () => {
      const left = (open.get(id) ?? 1) - 1
      if (left > 0) open.set(id, left)
      else open.delete(id)
    }

    const isSessionActive = async () =>
      (await peekSession(app, request.headers, sessionKind))?.id === session.id

    return new Response(
      createEventStream(app, session, {
        stillThere: isSessionActive,
        closed: releaseStream,
        ended: combineSignals(request, stopping),
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

const combineSignals = (request: Request, stopping: AbortSignal | undefined) =>
  stopping ? AbortSignal.any([request.signal, stopping]) : request.signal

type Watch = { stillThere(): Promise<boolean>; closed(): void; ended: AbortSignal }

function createEventStream(
  app: App,
  { who }: Session,
  { stillThere, closed, ended }: Watch,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let stop = () => {}

  return new ReadableStream({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text))
      const audience = who.kind === 'admin' ? STAFF : toMemberAudience(who.id)
      const unsubscribe = app.events.subscribe(audience, (topic) =>
        write(`event: changed\ndata: ${topic}\n\n`),
      )
      const beat = setInterval(() => write(': still here\n\n'), BEAT_MS)
      const look = setInterval(() => {
        stillThere().then(
          (there) => there || end(),
          () => end(),
        )
      }, LOOK_MS)

      stop = () => {
        stop = () => {}
        unsubscribe()
        clearInterval(beat)
        clearInterval(look)
        closed()
      }

      const end = () => {
        stop()

        try {
          controller.close()
        } catch {
          // the page was quicker
        }
      }

      ended.addEventListener('abort', end, { once: true })
      write('retry: 2000\n\n')
    },
    cancel: () => stop(),
  })
}
