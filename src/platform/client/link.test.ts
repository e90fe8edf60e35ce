import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CallError } from './call-error.ts'
import { link } from './link.ts'
import { registerStepUpPrompt } from './step-up.ts'

vi.mock('virtual:call-addresses', () => ({
  default: {
    'things.read': ['GET', '/things/{id}', ''],
    'things.pay': ['POST', '/things/{id}/pay', 'm'],
    'things.send': ['POST', '/things', 'mu'],
    'things.rename': ['POST', '/things/{id}/name', ''],
  },
}))

type SentRequest = { url: string; init: RequestInit & { headers: Record<string, string> } }

let sent: SentRequest[]
let answers: (Response | Error)[]
const stored = new Map<string, string>()
const went: string[] = []

beforeEach(() => {
  sent = []
  answers = []
  stored.clear()
  went.length = 0
  vi.stubGlobal('fetch', async (url: string, init: SentRequest['init']) => {
    sent.push({ url, init })
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer ?? Response.json({ message: 'Done.' })
  })

  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })

  vi.stubGlobal('location', {
    pathname: '/dashboard/deposit',
    search: '?a=1',
    assign: (to: string) => went.push(to),
  })
})
afterEach(() => vi.unstubAllGlobals())

const call = (name: string, input?: unknown) => link.call(['things', name], input, { context: {} })
const getIdempotencyKey = (at: number) => sent[at]?.init.headers['idempotency-key']

test('fields go into the address where it names them and into the query otherwise', async () => {
  await call('read', { id: 'a/b', page: 2, skipped: undefined })
  expect(sent[0]?.url).toBe('/api/things/a%2Fb?page=2')
})

test('whatever an id is, the address of a call stays on our own site, below its call', async () => {
  const own = 'https://own.example'
  for (const id of [
    'javascript:alert(1)',
    '//evil.example/x',
    '../../logout',
    'x?amount=1#y',
    'data:text/html,x',
    '\\\\evil',
  ]) {
    sent = []
    await call('read', { id, next: id })

    const url = new URL(sent[0]?.url ?? '', own)
    expect([url.origin, url.pathname.split('/').length, url.hash], id).toEqual([own, 4, ''])
    expect([
      decodeURIComponent(url.pathname.slice('/api/things/'.length)),
      url.searchParams.get('next'),
    ]).toEqual([id, id])
  }
})

test('an amount beyond what a float holds arrives as its exact text', async () => {
  answers.push(new Response('{"data":{"amount":90071992547409.93,"count":3}}'))
  expect(await call('read', { id: 'x' })).toEqual({
    data: { amount: '90071992547409.93', count: 3 },
  })
})

test('a refusal is a CallError with its code and its fields', async () => {
  const errors = [{ field: 'amount', message: 'Too much.' }]
  answers.push(Response.json({ message: 'Too much.', code: 'limit', errors }, { status: 422 }))
  const error = await call('pay', { id: 'x' }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject({ status: 422, code: 'limit', message: 'Too much.', errors })
})

test('a retry after a lost connection reuses its key; after a response the key is new', async () => {
  answers.push(new TypeError('offline'), Response.json({ message: 'Broken.' }, { status: 500 }))

  const pay = () => call('pay', { id: 'x', amount: '5.00' }).catch((error: CallError) => error)
  expect(await pay()).toMatchObject({ status: 0, code: 'unreached' })
  expect(await pay()).toMatchObject({ status: 500 })

  await pay()
  await pay()

  expect(getIdempotencyKey(0)).toMatch(/^[\w-]{36}$/)
  expect([getIdempotencyKey(1), getIdempotencyKey(2)]).toEqual([
    getIdempotencyKey(0),
    getIdempotencyKey(0),
  ])
  expect(getIdempotencyKey(3)).not.toBe(getIdempotencyKey(0))
})

const createOutage = (code: string) => Response.json({ message: 'Away.', code }, { status: 503 })

/** Runs a call to its end while the waits between its attempts pass at once. */
async function passing<Result>(result: Promise<Result>) {
  const settled = result.catch((error: CallError) => error)
  await vi.runAllTimersAsync()
  return await settled
}

test('an unknown outcome is repeated with the same key until the true result comes', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  answers.push(
    createOutage('outcome_unknown'),
    new TypeError('offline'),
    createOutage('unavailable'),
    Response.json({ message: 'Running.', code: 'in_progress' }, { status: 409 }),
    Response.json({ message: 'Paid.' }),
  )

  expect(await passing(call('pay', { id: 'x', amount: '8.00' }))).toEqual({ message: 'Paid.' })
  expect(new Set(sent.map((_, at) => getIdempotencyKey(at))).size).toBe(1)
  expect([...stored.values()]).toEqual([])
})

test('an outcome that stays unknown is stated as such, and its key is retained', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  answers.push(createOutage('outcome_unknown'))
  for (let attempt = 0; attempt < 4; attempt++) answers.push(createOutage('unavailable'))

  const error = await passing(call('pay', { id: 'x', amount: '8.00' }))
  expect(error).toMatchObject({ code: 'outcome_unknown' })
  expect((error as CallError).message).toMatch(
    /may or may not .* Try again: the request is carried out at most once/,
  )
  expect([sent.length, stored.size]).toEqual([5, 1])

  await call('pay', { id: 'x', amount: '8.00' })
  expect(getIdempotencyKey(5)).toBe(getIdempotencyKey(0))
})

test('a rejection before the call began leaves an unknown outcome its key', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  answers.push(
    createOutage('outcome_unknown'),
    Response.json({ message: 'Please log in.', code: 'signed_out' }, { status: 401 }),
  )

  const error = await passing(call('pay', { id: 'x', amount: '8.00' }))
  expect(error).toMatchObject({ code: 'signed_out' })
  await call('pay', { id: 'x', amount: '8.00' })
  expect(getIdempotencyKey(2)).toBe(getIdempotencyKey(0))
})

test('a call without a key is not repeated, and asks to check first', async () => {
  answers.push(createOutage('outcome_unknown'))
  const error = await call('rename', { id: 'x', name: 'y' }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'outcome_unknown' })
  expect((error as CallError).message).toContain('Please check before you try again.')
  expect(sent).toHaveLength(1)
})

test('two different acts have two keys, which stand in storage before they are sent', async () => {
  answers.push(new TypeError('offline'), new TypeError('offline'))
  await call('pay', { id: 'x', amount: '5.00' }).catch(() => {})
  await call('pay', { id: 'x', amount: '6.00' }).catch(() => {})
  expect(getIdempotencyKey(0)).not.toBe(getIdempotencyKey(1))
  expect([...stored.values()]).toEqual([getIdempotencyKey(0), getIdempotencyKey(1)])
})

test('a file goes out in a form, with a key of its own', async () => {
  await call('send', { proof: new File(['x'], 'p.png'), amount: '1.00', note: undefined })
  const form = sent[0]?.init.body as FormData
  expect([...form.keys()]).toEqual(['proof', 'amount'])
  expect(sent[0]?.init.headers['content-type']).toBeUndefined()
})

class Carrier {
  static last: Carrier
  static text = '{"message":"Done."}'
  status = 200
  headers: Record<string, string> = {}
  upload: { onprogress?: (event: object) => void } = {}
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  responseText = ''
  constructor() {
    Carrier.last = this
  }
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  abort() {
    this.onabort()
  }
  send() {}
}

test('an upload reports progress, and a cancelled or broken one reuses its key', async () => {
  vi.stubGlobal('XMLHttpRequest', Carrier)

  const shares: number[] = []
  const proof = new File(['x'], 'p.png', { lastModified: 7 })
  const upload = (signal = new AbortController().signal) =>
    link
      .call(
        ['things', 'send'],
        { proof },
        { signal, context: { onSent: (share) => shares.push(share) } },
      )
      .catch((error: unknown) => error)

  const cancelling = new AbortController()
  const cancelled = upload(cancelling.signal)
  const key = Carrier.last.headers['idempotency-key']

  cancelling.abort()
  expect(await cancelled).toMatchObject({ name: 'AbortError' })

  const cut = upload()
  Carrier.last.onerror()

  expect(await cut).toMatchObject({ status: 0, code: 'unreached' })

  const whole = upload()
  Carrier.last.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
  Carrier.last.responseText = Carrier.text
  Carrier.last.onload()

  expect(await whole).toEqual({ message: 'Done.' })
  expect(shares).toEqual([0.25])
  expect(Carrier.last.headers['idempotency-key']).toBe(key)
  expect(sent).toEqual([])
})

test('an expired session leads to the log-in with return path and server message', async () => {
  answers.push(
    Response.json({ message: 'Please log in to continue.', code: 'signed_out' }, { status: 401 }),
  )
  await call('read', { id: 'x' }).catch(() => {})

  expect(went).toEqual(['/login?next=%2Fdashboard%2Fdeposit%3Fa%3D1'])
  expect(stored.get('signed-out')).toBe('Please log in to continue.')
})

test('a wrong password is a 401 that leads nowhere', async () => {
  answers.push(Response.json({ message: 'No.', code: 'login_failed' }, { status: 401 }))
  await call('read', { id: 'x' }).catch(() => {})
  expect(went).toEqual([])
})

const createStepUpResponse = () =>
  Response.json({ message: 'Confirm.', code: 'step_up_needed' }, { status: 403 })

test('a request is resent with the same key after step-up authentication', async () => {
  const stop = registerStepUpPrompt(async () => true)
  answers.push(createStepUpResponse())

  expect(await call('pay', { id: 'x', amount: '5.00' })).toEqual({ message: 'Done.' })
  expect([sent.length, getIdempotencyKey(1)]).toEqual([2, getIdempotencyKey(0)])
  expect(sent[1]?.init.body).toBe(sent[0]?.init.body)

  stop()
})

test('cancelling step-up shows the server message, and nothing is sent again', async () => {
  const stop = registerStepUpPrompt(async () => false)
  answers.push(createStepUpResponse())
  await expect(call('pay', { id: 'x', amount: '7.00' })).rejects.toThrow('Confirm.')
  expect(sent).toHaveLength(1)
  stop()
})
