import { setTimeout as pause } from 'node:timers/promises'
import { createProofPicture } from '#modules/deposits/testing.ts'
import { buildDepositForm, callServer, findSmallestPlan, type Quote } from './call-server.ts'

const PASSWORD = 'open-books-2026'

/** When a deposit's confirmation was sent, and when it was answered with success. */
export type ConfirmationTimes = Map<string, { sentAt: number; answeredAt: number }>

/**
 * Two members and one of the staff of a seeded server who deposit and confirm, with a proof each,
 * until stopped.
 */
export async function depositClients(port: number) {
  const confirmed: ConfirmationTimes = new Map()
  const url = `http://127.0.0.1:${port}`
  const call = (path: string, token: string, body: object, key?: string) =>
    callServer(url, 'POST', path, { token, body, key })

  const signIn = async (path: string, email: string) =>
    (await call(path, '', { email, password: PASSWORD })).token as string
  const staff = await signIn('/api/admin/login', 'ines@example.com')
  const members = [
    await signIn('/api/user/login', 'maya@example.com'),
    await signIn('/api/user/login', 'tomas@example.com'),
  ]
  const plan = await findSmallestPlan(url)
  const proof = Uint8Array.from(await createProofPicture())

  const deposit = async (member: string) => {
    const quoteInput = {
      selected_plan: plan._id,
      amount: String(plan.minAmount),
      payment_method: 'BITCOIN',
    }

    const quote: Quote = await call('/api/deposit/quote', member, quoteInput)
    const form = buildDepositForm(quote, plan, proof)
    await call('/api/deposit', member, form, `submit-${quote._id}`)

    const sentAt = Date.now()
    await call(`/api/transactions/${quote._id}/confirm`, staff, {}, `confirm-${quote._id}`)
    confirmed.set(quote._id, { sentAt, answeredAt: Date.now() })
  }

  let going = true
  const work = Promise.all(
    members.map(async (member) => {
      while (going) await deposit(member)
    }),
  )

  work.catch(() => {}) // reported by both functions below

  return {
    confirmed,
    /** Waits until so many deposits were confirmed; throws what ended the clients before. */
    waitUntilConfirmed: async (count: number) => {
      while (confirmed.size < count) await Promise.race([work, pause(20)])
    },
    stop: async () => {
      going = false
      await work
    },
  }
}
