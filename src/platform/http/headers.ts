import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/**
 * The Content-Security-Policy, directive by directive. Scripts run from our own address or with
 * this answer's nonce, nothing else. The exceptions, each with its reason, are listed in
 * docs/operating/security-headers.md: style attributes (sizes and positions that scripts compute),
 * data: pictures (the QR code), blob: pictures (the preview of a proof before it is sent).
 */
const buildContentPolicy = (nonce: string, frames: string) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "script-src-attr 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "object-src 'none'",
    `frame-src 'self'${frames}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** The only page that may frame another site: the map, once the person requests it. */
const MAP_PAGE = /^\/contact\/?$/
const MAP_FRAMES = ' https://www.openstreetmap.org'

const TOKEN_PATHS = /^\/(reset-password|confirm|confirm-email|not-me)(\/|$)/
const YEAR_S = 31_536_000

/**
 * Pages with personal data, and pages that a token opens: the browser must not store them, so that
 * 'back' doesn't show them to the next person.
 */
const PRIVATE_PAGES =
  /^\/(dashboard|admin|dev|verify)|^\/(reset-password|confirm|confirm-email|not-me)(\/|$)/

const FIXED: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), ' +
    'usb=(), browsing-topics=()',
}

export type HeaderOptions = { https: boolean; development: boolean }

/** Sets the security headers of every answer, errors and files included. */
export const setSecurityHeaders =
  ({ https, development }: HeaderOptions): MiddlewareHandler<{ Variables: { nonce: string } }> =>
  async (c, next) => {
    const nonce = randomBytes(16).toString('base64')
    c.set('nonce', nonce)
    await next()
    for (const [name, value] of Object.entries(FIXED)) c.res.headers.set(name, value)

    // the development server injects scripts and styles of its own
    if (!development && !c.res.headers.has('content-security-policy'))
      c.res.headers.set(
        'content-security-policy',
        buildContentPolicy(nonce, MAP_PAGE.test(c.req.path) ? MAP_FRAMES : ''),
      )

    c.res.headers.set(
      'referrer-policy',
      TOKEN_PATHS.test(c.req.path) ? 'no-referrer' : 'same-origin',
    )

    if (PRIVATE_PAGES.test(c.req.path)) c.res.headers.set('cache-control', 'no-store')
    if (https)
      c.res.headers.set('strict-transport-security', `max-age=${YEAR_S}; includeSubDomains`)
  }
