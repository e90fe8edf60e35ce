import type { Hono } from 'hono'
import type { App } from '#platform/app.ts'
import { advanceBusinessDate } from '#platform/business-clock.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { HttpEnv } from '#platform/http/app.ts'
import { readBody } from '#platform/http/body.ts'
import { openBodyPlace } from '#platform/http/large-bodies.ts'
import { assertSameOrigin } from '#platform/http/request-sanity.ts'
import { findMailHtml, listMailbox } from '#platform/mail/mailbox.ts'
import { mountChainTools } from './chain-tools.ts'

/** The job that settles the days that have passed, at once where a worker runs. */
const SETTLE_DAYS = 'plans-settle-days'

const readClock = ({ clock }: App) => ({
  today: clock.today(),
  offsetDays: clock.offsetDays(),
  now: clock.now(),
})

/**
 * An email runs no script and loads nothing; only the sandbox mailbox shows it in a frame, and its
 * links leave the frame.
 */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-top-navigation-by-user-activation',
].join('; ')

/**
 * Mounts the sandbox's calls for programs: mailbox, clock and simulated chains. Live mode doesn't
 * mount them.
 */
export function mountDevTools(http: Hono<HttpEnv>, app: App) {
  http.get('/dev/mailbox.json', async (c) => c.json(await listMailbox(app.db, c.req.query('to'))))
  http.get('/dev/mails/:id', async (c) => {
    const html = await findMailHtml(app.db, c.req.param('id'))
    c.header('content-security-policy', MAIL_POLICY)
    return html === null ? c.notFound() : c.html(html)
  })

  mountChainTools(http, app)

  http.get('/dev/clock.json', (c) => c.json(readClock(app)))
  http.post('/dev/clock', async (c) => {
    assertSameOrigin(c.req.raw, app.config.PUBLIC_URL)
    const { days } = await readBody(c.req.raw, false, openBodyPlace(c.get('request').ip))
    await advanceBusinessDate(app, days)
    await runInTransaction(app.db, (tx) => app.jobs.enqueue(tx, SETTLE_DAYS, {}))
    return c.json(readClock(app))
  })
}
