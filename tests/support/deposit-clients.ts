import { createProofPicture } from '#modules/deposits/testing.ts'

const PASSWORD = 'open-books-2026'

type Plan = { _id: string; minAmount: number; percentage: string }
type Quote = { _id: string; amount: number; payment_method: string; address: string }

/** When a deposit's confirmation was sent, and when it was answered with success. */
export type ConfirmationTimes = Map<string, { sentAt: number; answeredAt: number }>

/**
 * Two members and one of the staff of a seeded server who deposit and confirm, with a proof each,
 * until stopped.
 */
export async function depositClients(port: number) {
  const confirmed: ConfirmationTimes = new Map()
  const call = async (
    method: string,
    path: string,
    token: string,
    body?: unknown,
    key?: string,
  ) => {
    const form = body instanceof FormData
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(body && !form ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
    })

    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)

    return JSON.parse(text).data
  }

  const signIn = async (path: string, email: string) =>
    (await call('POST', path, '', { email, password: PASSWORD })).token as string
  const staff = await signIn('/api/admin/login', 'ines@example.com')
  const members = [
    await signIn('/api/user/login', 'maya@example.com'),
    await signIn('/api/user/login', 'tomas@example.com'),
  ]
  const plans = (await call('GET', '/api/plans', '')) as Plan[]
  const plan = plans.sort((a, b) => a.minAmount - b.minAmount)[0] as Plan
  const proof = Uint8Array.from(await createProofPicture())

  const deposit = async (member: string) => {
    const quoteInput = {
      selected_plan: plan._id,
      amount: String(plan.minAmount),
      payment_method: 'USDT',
    }

    const quote = (await call('POST', '/api/deposit/quote', member, quoteInput)) as Quote
    const form = new FormData()
    const fields = {
      _id: quote._id,
      amount: String(quote.amount),
      payment_method: quote.payment_method,
      wallet_address: quote.address,
      selected_plan: plan._id,
      interest_percentage: plan.percentage,
    }

    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('payment_proof', new File([proof], 'proof.png'))
    await call('POST', '/api/deposit', member, form, `submit-${quote._id}`)

    const sentAt = Date.now()
    await call('POST', `/api/transactions/${quote._id}/confirm`, staff, {}, `confirm-${quote._id}`)
    confirmed.set(quote._id, { sentAt, answeredAt: Date.now() })
  }

  let going = true
  const work = Promise.all(
    members.map(async (member) => {
      while (going) await deposit(member)
    }),
  )

  work.catch(() => {}) // reported by stop()

  return {
    confirmed,
    stop: async () => {
      going = false
      await work
    },
  }
}
