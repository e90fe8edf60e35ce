import { isIP } from 'node:net'

/** Whether a host is this very machine: what goes there crosses no network. */
const isOwnMachine = (host: string) =>
  host === '' ||
  host.startsWith('/') ||
  host === 'localhost' ||
  host === '::1' ||
  /^127\./.test(host)

const normaliseHost = (host: string) => decodeURIComponent(host).replace(/^\[|\]$/g, '')

const LONGEST_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * How a mail server is spoken to: with bounded waits, and with its certificate looked at. What
 * stands behind a question mark of the address isn't listened to, so that nothing there takes
 * either away. `encrypted` sends nothing, not even the password, in the clear to another machine: a
 * server that offers no TLS gets no mail.
 */
export function buildSmtpOptions(url: string, { encrypted }: { encrypted: boolean }) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const host = normaliseHost(hostname)
  const secure = protocol === 'smtps:'

  return {
    host,
    ...(port && { port: Number(port) }),
    secure,
    requireTLS: encrypted && !secure && !isOwnMachine(host),
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    tls: {
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ...(!isIP(host) && { servername: host }),
    },
    ...LONGEST_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const
}

/** What a login of the database has to be, where a network lies between: null when it is. */
export function findDatabaseLinkProblem(address: string): string | null {
  const url = URL.parse(address)
  if (!url) return 'live needs an address of the form postgres://login:password@host/database'

  const hosts = url.searchParams.getAll('host')
  if ([normaliseHost(url.hostname), ...hosts].every(isOwnMachine)) return null

  const modes = url.searchParams.getAll('sslmode')
  const sure =
    modes.length === 1 && modes[0] === 'verify-full' && !url.searchParams.has('uselibpqcompat')

  return sure
    ? null
    : 'live needs sslmode=verify-full to a database on another machine, with ' +
        'sslrootcert=/path/ca.pem when its certificate is of your own authority'
}

const FIRST_TRIED = (
  'postgres password admin root secret changeme candor candor_server candor_owner test ' +
  'example guest user smtp mail default'
).split(' ')
const LEAST_LETTERS = 12

/**
 * Whether an address carries a password that others would try first: a default, the login's own
 * name, or a short one.
 */
export function hasGuessablePassword(address: string): boolean {
  const url = URL.parse(address)
  if (!url?.password) return false

  const password = decodeURIComponent(url.password).toLowerCase()

  return (
    password.length < LEAST_LETTERS ||
    password === url.username.toLowerCase() ||
    FIRST_TRIED.includes(password)
  )
}

const LEAST_KINDS = 12

/**
 * Whether a secret looks as if somebody had typed it: random text of 32 signs or more hardly has so
 * few different ones.
 */
export const isLowEntropySecret = (secret: string): boolean => new Set(secret).size < LEAST_KINDS
